import type { AgentRequest, AgentStart } from '../../agents/agent.js';
import { filesFolder } from '../../agents/agent.js';
import type { SessionEntry, SessionStart } from '../../agents/sessionRecord.js';
import { describeError } from '../../base/errors.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { UsageError } from '../../base/usageError.js';
import { clearSessions } from './clearSessions.js';
import { agentFilesFolder, promptFileOf } from './localFiles.js';
import { markOf } from './processMark.js';
import { findInstalled } from '../programs/findProgram.js';
import { logOf, newSessionId } from './sessionLog.js';
import { makeLogsFolder, type SessionPlace } from './sessionPlace.js';
import type { AgentRun } from './agentRun.js';

/** A recorded session whose program is yet to be started. */
export interface Begun {
  readonly session: string;
  readonly log: string;
  /** Relative to the folder where the agent works. */
  readonly promptFile: string;
  /** What it is started with, or why it cannot be. */
  readonly start: AgentStart | string;
  readonly program: { readonly file: string; readonly args: readonly string[] } | string;
}

/** Finds out what is to be started, and records that before anything is. @throws UsageError */
export async function beginSession(run: AgentRun, place: SessionPlace): Promise<Begun> {
  const { agent, mode, folder, machine } = run;
  const outside = { folder, repository: place.repository };
  const resolved = await findInstalled(machine, agent.program, { outside });
  const program = resolved.kind === 'found' ? { file: resolved.program, args: resolved.args } : resolved.message;
  const branch = await branchOf(machine, place.repository);
  const keeper = await markOf(machine, machine.self.pid);
  await makeLogsFolder(machine, place.logs);
  await clearSessions(machine, place.logs, machine.clock()).catch((error: unknown) => {
    run.warn(`leftovers of old sessions could not be removed: ${describeError(error)}`);
  });
  for (;;) {
    const now = machine.clock();
    const session = newSessionId(now, run.phase, run.item);
    const log = logOf(place.logs, session);
    if (log === undefined) throw new UsageError(`${run.item ?? ''} is not an item id`);
    const promptFile = promptFileOf(session);
    const start = startOf(run, promptFile, agentFilesFolder(place.logs, session));
    const recorded: SessionStart = {
      id: session,
      agent: agent.id,
      mode,
      access: run.access,
      ...(run.model === undefined ? {} : { model: run.model }),
      ...(run.item === undefined ? {} : { item: run.item }),
      ...(run.phase === undefined ? {} : { phase: run.phase }),
      round: run.round,
      folder,
      ...(branch === undefined ? {} : { branch }),
      command: [
        ...(typeof program === 'string' ? [agent.program] : [program.file, ...program.args]),
        ...(typeof start === 'string' ? [] : start.args),
      ],
      ...(run.resumes ? { resumes: run.resumes.session } : {}),
      ...(run.began === undefined ? {} : { began: run.began }),
    };
    const line = JSON.stringify({ kind: 'start', at: now, start: recorded, keeper } satisfies SessionEntry);
    const isNew = await machine.logs.create(log, line).catch((error: unknown) => {
      throw new UsageError(`the session cannot be recorded in ${log}: ${describeError(error)}`);
    });
    if (isNew) return { session, log, promptFile, start, program };
  }
}

/** What every system takes as one argument, in bytes. */
const longestArgument = 16_000;

/**
 * How the program is started. A program that reads its standard input gets the whole prompt there. As an argument it may be
 * too long, so the argument names a file to read; one that cannot read files that git ignores gets what fits.
 *
 * @param files the folder of what its program is started with: absolute.
 */
function startOf(run: AgentRun, promptFile: string, files: string): AgentStart | string {
  const { agent, mode, model, access, resumes, prompt } = run;
  const refusal = agent.refuses?.(mode, access);
  if (refusal !== undefined) return refusal;
  const hook = hookCommand(run.machine, agent.id);
  const request: AgentRequest = {
    prompt,
    ...(model === undefined ? {} : { model }),
    access,
    ...(resumes ? { session: resumes.agentSession } : {}),
    ...(hook ? { hook } : {}),
  };
  const whole = agent[mode]?.(request);
  if (!whole)
    return mode === 'headless'
      ? `${agent.name} cannot run without a terminal`
      : `${agent.name} only works without a terminal`;
  if (whole.input === prompt || (agent.readsIgnoredFiles === false && Buffer.byteLength(prompt) <= longestArgument))
    return placeFiles(whole, files);
  const pointer = `Read the file .pactwright/local/${promptFile} in the current folder completely, and do what it says.`;
  return placeFiles(agent[mode]?.({ ...request, prompt: pointer }) ?? whole, files);
}

function placeFiles(start: AgentStart, files: string): AgentStart {
  const placed = (text: string): string => text.replaceAll(filesFolder, files);
  return {
    ...start,
    args: start.args.map(placed),
    ...(start.env
      ? { env: Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, placed(value)])) }
      : {}),
    ...(start.files
      ? { files: Object.fromEntries(Object.entries(start.files).map(([name, text]) => [name, placed(text)])) }
      : {}),
  };
}

async function branchOf(machine: Machine, repository: GitRepository | undefined): Promise<string | undefined> {
  const refs = repository && (await machine.git.refs(repository));
  return refs?.kind === 'answer' ? refs.value.head.branch : undefined;
}

/**
 * Our own command line as an agent calls it for its hooks: this very program, so that it need not be in the PATH.
 *
 * @param agent its id.
 * @returns undefined if it cannot be called so: the editor's own program is Node.js only where a variable says so, and Windows has
 * no program that sets one.
 */
function hookCommand({ self, places }: Pick<Machine, 'self' | 'places'>, agent: string): readonly string[] | undefined {
  if (self.script === undefined) return undefined;
  const command = [self.node, self.script, 'hook', agent];
  if (!self.isElectron) return command;
  return places.platform === 'win32' ? undefined : ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', ...command];
}
