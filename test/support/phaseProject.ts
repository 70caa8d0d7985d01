import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from '../../server/src/agents/agent.js';
import type { Phase } from '../../server/src/agents/phase.js';
import type { PhaseEvent, PhaseOutcome } from '../../server/src/agents/phases/phaseEvent.js';
import { type PhaseRequest, requestInFolder } from '../../server/src/execution/phases/phaseRequest.js';
import { runPhase } from '../../server/src/execution/phases/runPhase.js';
import type { Machine, Programs, ProgramStart } from '../../server/src/workspace/machine.js';
import { type Files, firstCommitAt, type GitRepository, gitRepository } from './gitRepository.js';
import { temporaryFolder, writeFiles } from './temporaryFolder.js';
import { testMachine } from './testMachine.js';

/** What the agent does in a round of a phase: files it writes (null deletes), a commit, what it says (`$NAME`: a variable), how it ends. */
export interface Move {
  readonly files?: Files;
  /** Texts that are put in the place of others, by path. */
  readonly replace?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** A folder that it deletes: absolute. */
  readonly removes?: string;
  readonly commit?: string;
  /** What it adds to that; all there is, where this is left out. */
  readonly adds?: readonly string[];
  readonly say?: string;
  readonly code?: number;
}

/** Its moves by phase, one for each round. */
type Play = { readonly [phase in Phase]?: readonly Move[] };

export interface PhaseRun {
  readonly outcome: PhaseOutcome;
  readonly events: readonly PhaseEvent[];
  /** What the agent was told, round by round. */
  readonly prompts: readonly string[];
}

/** A repository in which an agent plays its part in phases. */
export interface PhaseProject {
  readonly repository: GitRepository;
  /** Who works where a request names nobody else. */
  readonly agent: Agent;
  readonly text: (file: string) => string;
  readonly run: (
    phase: Phase,
    item: string | undefined,
    play: Play,
    more?: Partial<PhaseRequest> & {
      readonly confirm?: (question: string) => Promise<boolean>;
      readonly answer?: (question: string, signal: AbortSignal) => Promise<string>;
      readonly env?: Readonly<Record<string, string>>;
    },
  ) => Promise<PhaseRun>;
  /** The logs of all sessions, oldest first: a line for each entry. */
  readonly sessions: () => readonly (readonly string[])[];
}

/** More than any process has. */
const firstPid = 10_000_000;

/**
 * The programs of a machine on which the agent is played by this process: it is started, writes its files and ends at once. Nothing
 * else of a machine is replaced.
 *
 * @param play what is left of its moves, which it takes from. @param heard what it was told, round by round.
 */
function playedBy(machine: Machine, agent: string, play: Play, heard: string[]): Programs {
  const { programs } = machine;
  const moves = new Map(Object.entries(play).map(([phase, rounds]) => [phase, [...rounds]]));
  let pid = firstPid;
  return {
    ...programs,
    start: (start) => {
      if (start.program !== agent) return programs.start(start);
      const [file = ''] = /\.pactwright\/local\S+/u.exec(start.args[0] ?? '') ?? [];
      heard.push(readFileSync(path.join(start.folder, file.replace(/,$/u, '')), 'utf8'));
      const move = moves.get(String(start.env['PACTWRIGHT_PHASE']))?.shift();
      if (!move) throw new Error(`the agent has no move left for ${String(start.env['PACTWRIGHT_PHASE'])}`);
      makeMove(move, start);
      return Promise.resolve({
        kind: 'started',
        pid: pid++,
        end: Promise.resolve({ code: move.code ?? 0, signal: null }),
      });
    },
    endWithDescendants: (root, mark) =>
      root.pid < firstPid ? programs.endWithDescendants(root, mark) : Promise.resolve(),
  };
}

function makeMove(
  { files = {}, replace = {}, removes, commit, adds = ['--all'], say }: Move,
  start: ProgramStart,
): void {
  const inFolder = (name: string): string => path.join(start.folder, name);
  for (const [name, text] of Object.entries(files)) {
    if (text === null) rmSync(inFolder(name));
    else writeFiles(start.folder, { [name]: text });
  }
  for (const [name, pairs] of Object.entries(replace)) {
    let text = readFileSync(inFolder(name), 'utf8');
    for (const [from, to] of pairs) {
      if (!text.includes(from)) throw new Error(`${name} holds no ${from}`);
      text = text.replace(from, () => to);
    }
    writeFiles(start.folder, { [name]: text });
  }
  if (removes !== undefined) rmSync(removes, { recursive: true });
  if (commit !== undefined)
    for (const args of [
      ['add', ...adds],
      ['commit', '--quiet', '-m', commit],
    ])
      execFileSync('git', args, { cwd: start.folder, env: start.env, stdio: 'pipe' });
  if (say !== undefined)
    start.pipes?.take(`${say.replaceAll(/\$(\w+)/gu, (_, name: string) => start.env[name] ?? '')}\n`, 'output');
}

function agentAt(file: string): Agent {
  const start = ({ prompt, model }: { readonly prompt: string; readonly model?: string }) => ({
    args: [prompt, ...(model === undefined ? [] : [`--model=${model}`])],
  });
  return {
    id: 'player',
    name: 'Player',
    program: file,
    installPage: '',
    versionArgs: ['--version'],
    interactive: start,
    headless: start,
    models: [],
    resumes: false,
    readLine: (text) => [{ kind: 'message', text }],
    readEnd: (code) => ({ kind: code === 0 ? 'finished' : 'crash', message: code === 0 ? '' : `exit code ${code}` }),
  };
}

function failingAtSnapshots({ runGit }: Machine): Machine['runGit'] {
  return (folder, args, signal, call) =>
    call?.config?.includes('user.name=Pactwright')
      ? Promise.resolve({ kind: 'failed', message: 'this test takes no snapshots' })
      : runGit(folder, args, signal, call);
}

/** A project in which no snapshot is taken before an agent works: half of the git that a phase starts is for that. */
export const withoutSnapshots = (files: Files): PhaseProject => phaseProject(files, gitRepository(), false);

/**
 * @param files what is committed at the start; nothing is where it is left out.
 * @param repository a new one where it is left out.
 * @param takesSnapshots false: git fails at them, and the phase goes on.
 */
export function phaseProject(files?: Files, repository = gitRepository(), takesSnapshots = true): PhaseProject {
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  if (files) repository.commit('Begin', files);
  const outside = temporaryFolder({ agent: '' });
  const file = path.join(outside, 'agent');
  chmodSync(file, 0o755);
  const agent = agentAt(file);
  const env = { ...process.env, PACTWRIGHT_STATE: temporaryFolder() };
  return {
    repository,
    agent,
    text: (name) => readFileSync(path.join(repository.folder, ...name.split('/')), 'utf8'),
    run: async (phase, item, play, { confirm, answer, env: more = {}, ...request } = {}) => {
      const events: PhaseEvent[] = [];
      const machine = testMachine({ ...env, ...more }, () => Math.max(Date.now(), firstCommitAt));
      const prompts: string[] = [];
      const said: string[] = [];
      const outcome = await runPhase(
        {
          ...requestInFolder,
          phase,
          item,
          folder: repository.folder,
          agent,
          mode: 'headless',
          model: undefined,
          ...request,
        },
        {
          machine: {
            ...machine,
            programs: playedBy(machine, agent.program, play, prompts),
            ...(takesSnapshots ? {} : { runGit: failingAtSnapshots(machine) }),
          },
          warn: (text) => said.push(text),
          tell: (event) => events.push(event),
          confirm,
          ...(answer ? { answer } : {}),
          signal: new AbortController().signal,
        },
      );
      return { outcome, events, prompts };
    },
    sessions: () => {
      const logs = path.join(repository.folder, '.git', 'pactwright', 'agents');
      const begun = ([first = '{}']: readonly string[]): number => (JSON.parse(first) as { readonly at: number }).at;
      return readdirSync(logs)
        .map((name) => readFileSync(path.join(logs, name), 'utf8').split('\n').slice(0, -1))
        .sort((a, b) => begun(a) - begun(b));
    },
  };
}
