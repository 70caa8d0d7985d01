import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import type { AgentEvent } from '../../server/src/agents/agentEvent.js';
import type { SessionEntry } from '../../server/src/agents/sessionRecord.js';
import type { AgentRun, AgentRunEnd } from '../../server/src/execution/agents/agentRun.js';
import { runAgent } from '../../server/src/execution/agents/runAgent.js';
import { logsOf } from '../../server/src/execution/agents/sessionPlace.js';
import { createSessionReader } from '../../server/src/execution/agents/sessionReader.js';
import type { Machine } from '../../server/src/workspace/machine.js';
import { type GitRepository, gitRepository } from './gitRepository.js';
import { temporaryFolder, writeFiles } from './temporaryFolder.js';
import { testAgent } from './testAgent.js';
import { testMachine } from './testMachine.js';
import { toldMachine } from './toldMachine.js';

/** What a shell, a format or a terminal would take for something of its own. */
export const wild = `"; rm -rf ~ #$(x) \`y\` %s \\n '\u{1f600}' \t\r\n\u0003 end`;

export interface Place {
  readonly machine: Machine;
  readonly folder: string;
  readonly logs: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A folder without git, and the agent's program in the PATH. @param script what it does: a module of Node.js. */
export function place(script: string): Place {
  const folder = temporaryFolder({ 'a.txt': 'a' });
  const bin = installed(script);
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    XDG_CACHE_HOME: temporaryFolder(),
    ELECTRON_RUN_AS_NODE: '1',
  };
  const machine = { ...testMachine(env), git: toldMachine({}).git };
  return { machine, folder, logs: logsOf(machine, folder, undefined), env };
}

/** The same in a repository. */
export function placeInGit(script: string): Place & { readonly repository: GitRepository } {
  const repository = gitRepository();
  repository.commit('First', { 'a.txt': 'a' });
  repository.branch('feature/STORY-042');
  const { folder } = repository;
  const { env } = place(script);
  return { env, machine: testMachine(env), repository, folder, logs: path.join(folder, '.git/pactwright/agents') };
}

/** The same place with other variables. */
export function withEnv(one: Place, env: Place['env']): Place {
  return { ...one, env, machine: { ...one.machine, places: { ...one.machine.places, env } } };
}

function installed(script: string): string {
  const bin = temporaryFolder();
  writeProgram(bin, script);
  return bin;
}

export function writeProgram(folder: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  // A file without an ending is a module where it says so.
  writeFiles(folder, { 'package.json': '{"type":"module"}', 'test-agent': `#!${process.execPath}\n${script}` });
  chmodSync(path.join(folder, 'test-agent'), 0o755);
}

/** The prompt: in a terminal from the file that the argument names, without one from the standard input. */
export const readPrompt = `
import { readFileSync, writeFileSync, appendFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const named = process.argv.includes('--talk') ? /\\.pactwright\\/local\\/\\S+\\.md/.exec(process.argv.at(-1))[0] : 0;
const prompt = readFileSync(named);
const tell = (event) => process.stdout.write(JSON.stringify(event) + '\\n');
`;

export const run = async (
  { folder, machine }: Place,
  changes: Partial<AgentRun> = {},
): Promise<AgentRunEnd & { readonly entries: readonly SessionEntry[]; readonly events: readonly AgentEvent[] }> => {
  const events: AgentEvent[] = [];
  const ended = await runAgent({
    agent: testAgent,
    mode: 'headless',
    item: 'STORY-042',
    phase: 'act',
    round: 1,
    prompt: 'Do it.',
    access: 'write',
    folder,
    machine,
    warn: () => undefined,
    onEvent: (event) => events.push(event),
    signal: new AbortController().signal,
    ...changes,
  });
  return { ...ended, entries: entriesOf(ended.log), events };
};

export function entriesOf(log: string): readonly SessionEntry[] {
  return readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEntry);
}

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

export const numberIn = (file: string): Promise<number> =>
  vi.waitFor(
    () => {
      const found = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      if (found === 0) throw new Error(`there is nothing in ${file}`);
      return found;
    },
    { timeout: 30_000, interval: 20 },
  );

export const gone = (pid: number): Promise<void> =>
  vi.waitFor(
    () => {
      expect(isThere(pid)).toBe(false);
    },
    { timeout: 30_000, interval: 20 },
  );

export const sessionsOf = async ({
  logs,
}: Place): Promise<
  ReturnType<typeof createSessionReader>['read'] extends (l: string) => Promise<infer T> ? T : never
> => createSessionReader(testMachine()).read(logs);
