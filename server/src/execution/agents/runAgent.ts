import path from 'node:path';
import type { Agent, AgentAccess, AgentRequest, AgentStart } from '../../agents/agent.js';
import { filesFolder } from '../../agents/agent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import { money } from '../../agents/budget.js';
import { classifyEnd } from '../../agents/failures.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import type { Phase } from '../../agents/phase.js';
import { phases } from '../../agents/phases/phases.js';
import { keptText } from '../../agents/sessions/keptEvent.js';
import type { FileStamps, GateAnswer, Loss, SessionEntry, SessionStart } from '../../agents/sessionRecord.js';
import { describeError } from '../../base/errors.js';
import type { Machine, ProgramExit, StartedProgram } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { UsageError } from '../../base/usageError.js';
import { isAgreed } from './agreement.js';
import { clearSessions } from './clearSessions.js';
import type { Conversation } from './acp/converse.js';
import { type Listener, listen } from './listen.js';
import { hookCommand } from './hookCommand.js';
import { createLineSplitter } from '../../base/lineSplitter.js';
import { agentFilesFolder, promptFileOf, writeAgentFile, writeLocalFile } from './localFiles.js';
import { markOf } from './processMark.js';
import { foreignFolders, resolveProgram } from './resolveProgram.js';
import { createRecorder, logOf, newSessionId, type Recorder } from './sessionLog.js';
import { findLosses } from '../snapshots/findLosses.js';
import { mainCheckout } from '../snapshots/mainCheckout.js';
import { mainOf, type Snapshot } from '../snapshots/snapshot.js';
import { takeSnapshot } from '../snapshots/takeSnapshot.js';
import { type RequestDesk, serveRequests } from './serveRequests.js';
import { spentBefore, withoutSpent } from './spentBefore.js';
import { stampUncommitted } from './stampFiles.js';
import { type AgentLimits, watch, type Watchdog } from './watchdog.js';
import { findSessionPlace, makeLogsFolder, type SessionPlace } from './sessionPlace.js';

/** One start of an agent. */
export interface AgentRun {
  readonly agent: Agent;
  /** `interactive`: it has this process's terminal, and a person types to it. */
  readonly mode: 'interactive' | 'headless';
  readonly item?: string;
  readonly phase?: Phase;
  /** From 1: how often the agent was sent back is one less. */
  readonly round: number;
  /** Of any length. @see startOf for how it gets there */
  readonly prompt: string;
  readonly access: AgentAccess;
  readonly model?: string;
  /** Where it works; absolute. */
  readonly folder: string;
  /** The session to take up again: by our name of it, and by the program's own. */
  readonly resumes?: { readonly session: string; readonly agentSession: string };
  /** What it gets in place of the prompt if the session is gone and a new one begins; undefined: it ends then. */
  readonly anew?: string;
  /** The first session of the phase run; undefined if this is the first. */
  readonly began?: string;
  /** The gate that let it begin. */
  readonly gate?: GateAnswer;
  readonly limits?: AgentLimits;
  /** What its folder says of the environment: the ports of a worktree. */
  readonly env?: Readonly<Record<string, string>>;
  readonly machine: Machine;
  /** Told what a person should know, a line at a time. */
  readonly warn: (text: string) => void;
  /** Asks the person at the terminal whether it may be started, before its first use in a repository; undefined: nobody is asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Told what the program says headless, as it comes; in a terminal its hooks tell, and the log has it. */
  readonly onEvent?: (event: AgentEvent) => void;
  /**
   * Asks a person for leave while the agent waits, where its program asks us for it; undefined: nobody is there.
   *
   * @param until aborted once the agent waits no longer.
   * @returns undefined where nobody answers.
   */
  readonly consult?: (
    question: string,
    session: Pick<AgentRunEnd, 'session' | 'log'>,
    until: AbortSignal,
  ) => Promise<string | undefined>;
  /** Called from time to time with the length of a silence without a terminal, in milliseconds. */
  readonly onSilence?: (ms: number) => void;
  /** Ends it with all that it has started. */
  readonly signal: AbortSignal;
}

export interface AgentRunEnd {
  /** Ours. */
  readonly session: string;
  /** Its log: absolute. More is appended by `appendEntry`. */
  readonly log: string;
  readonly end: AgentEnd;
  /** What of a person's is not as it was before; `pactwright agent undo` brings it back. */
  readonly losses: readonly Loss[];
}

/** So much of the end of what a program says is looked at for what its end means, in UTF-16 units. */
const mostSaid = 20_000;

/** How often output without an event is recorded, in milliseconds. */
const heardEveryMs = 20_000;

/**
 * Runs an agent to its end and records it. What keeps it from being started is recorded as its end; ending it ends all that it has
 * started.
 *
 * @throws UsageError where nothing can be recorded: nothing is started then.
 */
export async function runAgent(asked: AgentRun): Promise<AgentRunEnd> {
  const { consult } = asked;
  const run: AgentRun = {
    ...asked,
    mode: hasTerminal(asked) ? 'interactive' : 'headless',
    ...(consult && {
      consult: async (...question) => {
        // A session waits by its last entry: what came before the question is written first.
        await recorder.settled();
        return consult(...question);
      },
    }),
  };
  const place = await findSessionPlace(run.machine, run.folder);
  const begun = await begin(run, place);
  const recorder = createRecorder(run.machine, begun.log, (message) => {
    run.warn(`the session is no longer recorded: ${message}`);
  });
  const record = (entry: Untimed): void => {
    recorder.add({ ...entry, at: run.machine.clock() });
  };
  if (run.gate) record({ kind: 'gate', gate: run.gate });
  const { code, end, losses = [] } = await carryOut(run, begun, record, place);
  if (losses.length > 0) record({ kind: 'lost', losses });
  record({ kind: 'end', code, end: { ...end, message: keptText(end.message) } });
  await recorder.settled();
  return { session: begun.session, log: begun.log, end, losses };
}

/** Whether the agent itself is what a person types to; one that is talked to by a protocol asks through us. */
export function hasTerminal({ agent, mode }: Pick<AgentRun, 'agent' | 'mode'>): boolean {
  return mode === 'interactive' && !agent.acp;
}

type Entry = Parameters<Recorder['add']>[0];
type Untimed = Entry extends infer E ? (E extends Entry ? Omit<E, 'at'> : never) : never;

interface Begun {
  readonly session: string;
  readonly log: string;
  /** Relative to the folder where the agent works. */
  readonly promptFile: string;
  /** What it is started with, or why it cannot be. */
  readonly start: AgentStart | string;
  readonly program: { readonly file: string; readonly args: readonly string[] } | string;
}

interface Ended {
  readonly code: number | null;
  readonly end: AgentEnd;
  readonly losses?: readonly Loss[];
}

/** Finds out what is to be started, and records that before anything is. @throws UsageError */
async function begin(run: AgentRun, place: SessionPlace): Promise<Begun> {
  const { agent, mode, folder, machine } = run;
  const resolved = await resolveProgram(machine, agent.program, {
    env: machine.places.env,
    platform: machine.places.platform,
    foreign: foreignFolders(machine, folder, place.repository),
  });
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
 * How the program is started. The whole prompt goes by its standard input where it reads that. As an argument a prompt may be too long,
 * so there the agent is told to read a file; one that cannot read files that git ignores gets what fits.
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

async function carryOut(
  run: AgentRun,
  begun: Begun,
  record: (entry: Untimed) => void,
  { logs, repository }: SessionPlace,
): Promise<Ended> {
  const { start, program, session, promptFile } = begun;
  if (typeof program === 'string') return notStarted(program);
  if (typeof start === 'string') return notStarted(start);
  const { agent, machine, warn, ask } = run;
  const command = [program.file, ...program.args, ...start.args];
  if (ask && !(await isAgreed({ agent, command, logs, machine, warn, ask })))
    return { code: null, end: { kind: 'cancelled', message: 'starting it was not approved' } };
  try {
    await writeLocalFile(machine, run.folder, promptFile, run.prompt);
    for (const [name, text] of Object.entries(start.files ?? {}))
      await writeAgentFile(machine, logs, session, name, text);
  } catch (error) {
    return notStarted(describeError(error));
  }
  const before = run.phase && phases[run.phase].begins && (await stampsOf(machine, repository, run.signal));
  if (run.signal.aborted) return { code: null, end: cancelled };
  if (before) record({ kind: 'before', files: before });
  const work = (): Promise<Ended> =>
    guarded(run, session, repository, () => startAndWait(run, { ...begun, start, program }, record));
  return run.mode === 'interactive' ? machine.terminal.ignoringInterrupts(work) : work();
}

/**
 * Takes a snapshot of what is not committed before an agent works, and finds what is lost afterwards: where it works and in the main
 * checkout, which it can reach from a worktree.
 */
async function guarded(
  run: AgentRun,
  session: string,
  repository: GitRepository | undefined,
  work: () => Promise<Ended>,
): Promise<Ended> {
  if (!repository) return work();
  const { machine, signal } = run;
  const main = await mainCheckout(machine, repository, signal).catch(() => undefined);
  const own = await snapshotOf(run, session, repository);
  const beside = main && (await snapshotOf(run, mainOf(session), main));
  const ended = await work();
  const losses = own ? await lossesOf(run, repository, own) : [];
  // A person may have worked there in the meantime, and worktrees share refs.
  const besides = main && beside ? (await lossesOf(run, main, beside)).filter(({ kind }) => lostFiles.has(kind)) : [];
  return {
    ...ended,
    losses: [...losses, ...besides.map(({ kind, name }) => ({ kind, name: path.join(main?.top ?? '', name) }))],
  };
}

const lostFiles: ReadonlySet<Loss['kind']> = new Set(['removed', 'putBack', 'broughtBack', 'beyond']);

async function snapshotOf(
  { machine, warn, signal }: AgentRun,
  name: string,
  repository: GitRepository,
): Promise<Snapshot | undefined> {
  try {
    return await takeSnapshot(machine, repository, name, signal);
  } catch (error) {
    warn(`no snapshot was taken, so what the agent destroys cannot be restored: ${describeError(error)}`);
    return undefined;
  }
}

async function lossesOf(
  { machine, warn }: AgentRun,
  repository: GitRepository,
  snapshot: Snapshot,
): Promise<readonly Loss[]> {
  try {
    // Also after an interrupt.
    return await findLosses(machine, repository, snapshot, new AbortController().signal);
  } catch (error) {
    warn(`what the agent may have destroyed is not known: ${describeError(error)}`);
    return [];
  }
}

interface Ready extends Begun {
  readonly start: AgentStart;
  readonly program: Exclude<Begun['program'], string>;
}

async function startAndWait(run: AgentRun, ready: Ready, record: (entry: Untimed) => void): Promise<Ended> {
  const { agent, mode, folder, machine, signal } = run;
  const { start, program, session } = ready;
  const spent = await spentBefore(machine, agent, ready.log, run.resumes?.session);
  const desk = await openDesk(run, ready, (what) => {
    record({ kind: 'event', event: { kind: 'tool', tool: 'outside of its sandbox', what } });
  });
  const watchdog = watchOver(run);
  const noteHeard = createHearing(machine, () => {
    record({ kind: 'heard' });
  });
  const lines = createLineSplitter();
  let said = '';
  let dollars = 0;
  const listener = listen(run, (told) => {
    const event = withoutSpent(told, spent);
    record({ kind: 'event', event });
    noteHeard.skip();
    if (event.kind === 'cost' && event.isMore) {
      dollars += event.dollars ?? 0;
      if (dollars > (run.limits?.dollars ?? Infinity))
        watchdog.stop({ kind: 'budget', message: `it has cost ${money(dollars)}, more than was left of the budget` });
    }
    const hopeless = hopelessEnd(agent, event);
    if (hopeless) watchdog.stop(hopeless);
    run.onEvent?.(event);
  });
  const conversation = agent.acp && (await converseWith(run, ready, { listener, watchdog, record }));
  const take = conversation?.take ?? listener.take;
  const started = await machine.programs.start({
    program: program.file,
    args: [...program.args, ...start.args],
    folder,
    env: { ...environmentOf(run, ready), PACTWRIGHT_REQUESTS: desk?.folder, PACTWRIGHT_ANSWERS: desk?.answers },
    ...(mode === 'headless'
      ? {
          pipes: {
            input: conversation ? undefined : (start.input ?? ''),
            take: (text, from) => {
              watchdog.heard();
              said = (said + text).slice(-mostSaid);
              if (from === 'output') for (const line of lines.take(text)) take(line);
              noteHeard.note();
            },
          },
        }
      : {}),
  });
  if (started.kind === 'notStarted') {
    watchdog.close();
    await desk?.close();
    return notStarted(started.message);
  }
  const mark = await markOf(machine, started.pid);
  record({ kind: 'process', process: mark });
  const sign = `PACTWRIGHT_SESSION=${session}`;
  if (started.input) conversation?.begin(started.input);
  const reasons = [signal, watchdog.signal, ...(conversation ? [conversation.over] : [])];
  const exit = await waitFor(started, reasons, async () => {
    if (conversation?.over.aborted === false) await conversation.cancel();
    await machine.programs.endWithDescendants(mark, sign);
  });
  watchdog.close();
  await desk?.close();
  for (const line of lines.end()) take(line);
  // What nobody looks at any more is not left behind; in a terminal a person may have begun it.
  if (mode === 'headless') await machine.programs.endWithDescendants(mark, sign);
  const { code } = exit;
  const readEnd = (status: number | null, last: string): AgentEnd => classifyEnd(agent.id, agent.readEnd(status, last));
  const end = conversation ? conversation.close(readEnd, code, said) : readEnd(code, said);
  if (signal.aborted) return { code, end: cancelled };
  const stopped = watchdog.end();
  if (stopped) return { code, end: stopped };
  if (exit.signal === 'SIGINT') return { code, end: { kind: 'cancelled', message: 'it was interrupted' } };
  return { code, end: await listener.close(end) };
}

/** Talks to a program that is no more than a partner in a protocol; what that takes is loaded for those alone. */
async function converseWith(
  run: AgentRun,
  { session, log }: Ready,
  {
    listener,
    watchdog,
    record,
  }: { readonly listener: Listener; readonly watchdog: Watchdog; readonly record: (entry: Untimed) => void },
): Promise<Conversation> {
  const { consult } = run;
  const { openConversation } = await import('./acp/converse.js');
  return openConversation({
    ...run,
    model: run.model,
    resumes: run.resumes?.agentSession,
    anew: run.anew,
    hear: listener.take,
    tell: listener.note,
    refused: listener.noteNotRun,
    consult:
      consult &&
      (async (question, until) => {
        // A person may think as long as they like.
        const waiting = setInterval(watchdog.heard, 500);
        try {
          return await consult(question, { session, log }, until);
        } finally {
          clearInterval(waiting);
          record({ kind: 'event', event: { kind: 'working' } });
        }
      }),
  });
}

/** So often a program may ask its model in vain: most give up by themselves then. */
const mostAttempts = 10;

/** Some programs would ask a model that does not answer for ever. A quota that is used up is not renewed by asking again. */
function hopelessEnd(agent: Agent, event: AgentEvent): AgentEnd | undefined {
  if (event.kind !== 'error' || event.attempt === undefined) return undefined;
  const end = classifyEnd(agent.id, agent.readEnd(1, event.message));
  return end.kind === 'quota' || event.attempt > mostAttempts ? end : undefined;
}

/** Lets an agent ask for what its sandbox forbids; undefined if it works on no item, or this fails. */
async function openDesk(
  { machine, folder, item, phase, warn }: AgentRun,
  { session, log }: Ready,
  tell: (what: string) => void,
): Promise<RequestDesk | undefined> {
  if (item === undefined || phase === undefined) return undefined;
  try {
    return await serveRequests(machine, { session, phase, item, folder, logs: path.dirname(log) }, tell);
  } catch (error) {
    warn(`cannot carry out what the agent's sandbox forbids: ${describeError(error)}`);
    return undefined;
  }
}

/** Silence counts only without a terminal; in one the agent may wait for the user. */
function watchOver({ mode, limits = {}, onSilence }: AgentRun): Watchdog {
  const { timeMs } = limits;
  return mode === 'headless'
    ? watch(limits, (ms) => onSilence?.(ms))
    : watch(timeMs === undefined ? {} : { timeMs }, () => undefined);
}

/** Records from time to time that a program writes something that is not an event. */
function createHearing({ clock }: Machine, note: () => void): { readonly note: () => void; readonly skip: () => void } {
  let notedAt = clock();
  return {
    note: () => {
      if (clock() - notedAt < heardEveryMs) return;
      notedAt = clock();
      note();
    },
    skip: () => {
      notedAt = clock();
    },
  };
}

/** Waits for a program to end, and stops it once one of the signals is aborted. */
async function waitFor(
  started: Extract<StartedProgram, { kind: 'started' }>,
  reasons: readonly AbortSignal[],
  endIt: () => Promise<void>,
): Promise<ProgramExit> {
  let ending: Promise<void> | undefined;
  const stop = (): void => {
    ending ??= endIt();
  };
  for (const reason of reasons)
    if (reason.aborted) stop();
    else reason.addEventListener('abort', stop, { once: true });
  const exit = await started.end;
  for (const reason of reasons) reason.removeEventListener('abort', stop);
  await ending;
  return exit;
}

const cancelled: AgentEnd = { kind: 'cancelled', message: 'it was stopped' };

function notStarted(message: string): Ended {
  return { code: null, end: { kind: 'notStarted', message } };
}

/** The agent's own surroundings: ours, what it needs, and what tells it and its hooks which session this is. */
function environmentOf(run: AgentRun, { start, session, log }: Ready): Record<string, string | undefined> {
  return {
    ...run.machine.places.env,
    ...run.env,
    ...start.env,
    // The editor's own program is Node.js only for us.
    ELECTRON_RUN_AS_NODE: undefined,
    // Where a shell would be; OpenCode takes it for the folder to work in.
    PWD: run.folder,
    PACTWRIGHT_SESSION: session,
    PACTWRIGHT_SESSION_LOG: log,
    PACTWRIGHT_MODE: run.mode,
    PACTWRIGHT_ROOT: run.folder,
    PACTWRIGHT_ITEM: run.item,
    PACTWRIGHT_PHASE: run.phase,
  };
}

async function stampsOf(
  machine: Machine,
  repository: GitRepository | undefined,
  signal: AbortSignal,
): Promise<FileStamps | undefined> {
  // Without it nothing is left out later; that is no reason not to begin.
  return repository && stampUncommitted(machine, repository, signal).catch(() => undefined);
}

async function branchOf(machine: Machine, repository: GitRepository | undefined): Promise<string | undefined> {
  const refs = repository && (await machine.git.refs(repository));
  return refs?.kind === 'answer' ? refs.value.head.branch : undefined;
}
