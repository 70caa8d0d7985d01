import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { installFakeAgents } from './fakeAgents.js';
import { type GitRepository, gitRepository } from './gitRepository.js';
import type { CliRun } from './runCli.js';
import { processesIn } from './processesIn.js';
import { buildOf, sprintFiles } from './sprintStory.js';
import { temporaryFolder } from './temporaryFolder.js';

/** What a fake agent does, step by step. @see test/agents/fakes/play.mjs */
export type FakeSteps = readonly Readonly<Record<string, unknown>>[];

/** A start of a fake agent. */
interface AgentStart {
  readonly agent: string;
  readonly prompt: string;
  /** What its prompt is in, where that is a file. */
  readonly read?: string;
  readonly pid: number;
  /** Where it worked: absolute. */
  readonly folder: string;
}

type Event = Readonly<Record<string, unknown>>;

/** A repository of planned items, and fake agents that work on them in runs. */
export interface RunPlace {
  readonly repository: GitRepository;
  readonly env: Readonly<Record<string, string>>;
  /** Starts the command line as a process of its own. */
  readonly start: (...args: readonly string[]) => ChildProcess;
  /** Runs it to its end. */
  readonly run: (...args: readonly string[]) => Promise<CliRun>;
  /** Changes what the agents do, by `item:phase:well`. */
  readonly plays: (steps: Readonly<Record<string, FakeSteps>>) => void;
  /** What the agents were given to read, start by start. */
  readonly starts: () => readonly AgentStart[];
  /** The events of the newest run. */
  readonly events: () => readonly Event[];
}

/** How a fake agent builds an item as its spec says. @param pause how long it thinks in between: long enough to be killed at work. */
export function buildSteps(id: string, pause = 300): FakeSteps {
  const { files = {}, replace = {} } = buildOf(id);
  return [{ write: files }, { pause }, { replace }];
}

const passes: FakeSteps = [{ say: 'VERDICT: PASS' }];

/** @param cli the path of the bundled command line. @param ids of the items; each is built as it should be. */
export function runPlace(
  cli: string,
  ids: readonly string[],
  dependsOn: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): RunPlace {
  const repository = gitRepository(path.join(temporaryFolder(), 'shop'));
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  // As they all touch this one file, no two would be worked on at the same time.
  const files = Object.entries(sprintFiles(ids, dependsOn)).map(
    ([file, text]) => [file, text.replace(', `package.json`', '')] as const,
  );
  repository.commit('Begin', { ...Object.fromEntries(files), ...more });
  const outside = temporaryFolder({ record: '' });
  installFakeAgents(path.join(outside, 'bin'), ['claude', 'codex']);
  const usual = Object.fromEntries([
    ...ids.map((id) => [`${id}:act:well`, buildSteps(id)] as const),
    ['check:well', passes] as const,
  ]);
  const steps = path.join(outside, 'steps.json');
  const plays = (changed: Readonly<Record<string, FakeSteps>>): void => {
    writeFileSync(steps, JSON.stringify({ ...usual, ...changed }));
  };
  plays({});
  const env = {
    PATH: [path.join(outside, 'bin'), path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
    HOME: temporaryFolder(),
    PACTWRIGHT_STATE: temporaryFolder(),
    XDG_CONFIG_HOME: temporaryFolder(),
    XDG_CACHE_HOME: temporaryFolder(),
    FAKE_AGENT_STEPS: steps,
    FAKE_AGENT_RECORD: path.join(outside, 'record'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const start = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [cli, ...args], { cwd: repository.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return {
    repository,
    env,
    start,
    plays,
    run: async (...args) => {
      const child = start(...args);
      let out = '';
      let err = '';
      child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
      child.stderr?.on('data', (text: Buffer) => (err += text.toString()));
      const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)));
      return { code, out, err };
    },
    starts: () =>
      readFileSync(path.join(outside, 'record'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"prompt"'))
        .map((line) => JSON.parse(line) as AgentStart),
    events: () => {
      const runs = path.join(repository.folder, '.git', 'pactwright', 'runs');
      const newest = existsSync(runs)
        ? readdirSync(runs)
            .filter((name) => /^\d/u.test(name))
            .sort()
            .at(-1)
        : undefined;
      const file = path.join(runs, newest ?? '', 'events.jsonl');
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text
        .split('\n')
        .flatMap((line) => (line.endsWith('}') ? [(JSON.parse(line) as { readonly event: Event }).event] : []));
    },
  };
}

/**
 * Expects that items are merged once each, and that nothing is left of their work: no worktree, branch or process.
 *
 * @param built a file that each makes, and a part of it.
 */
export function expectMerged(
  place: RunPlace,
  ids: readonly string[],
  built = (id: string): readonly [string, string] => [`src/${id.toLowerCase()}.js`, 'export'],
): void {
  const { git, folder } = place.repository;
  const merges = git(
    'log',
    '--first-parent',
    '--format=%(trailers:key=Pactwright-Packet,valueonly,separator=)',
    'main',
  );
  expect(lines(merges).toSorted()).toEqual(ids.toSorted());
  expect(lines(git('worktree', 'list'))).toHaveLength(1);
  expect(git('branch', '--format=%(refname:short)').trim()).toBe('main');
  expect(git('status', '--porcelain').trim()).toBe('');
  for (const [file, part] of ids.map(built)) expect(git('show', `main:${file}`)).toContain(part);
  if (process.platform === 'linux') expect(processesIn(path.dirname(folder))).toEqual([]);
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
