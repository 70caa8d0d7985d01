import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { PhaseEvent } from '../../server/src/agents/phases/phaseEvent.js';
import { built, planned } from '../support/phaseStory.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { type AgentId, type Home, homes } from './homes.js';
import { type ScriptedModel, startModel } from './model/server.js';

const installed = path.resolve('.agent-programs');

/** The version that `scripts/installAgents.mjs` installed; undefined if it is missing or incomplete. */
export function installedVersion(id: string): string | undefined {
  const stamp = path.join(installed, id, 'complete');
  return existsSync(stamp) && existsSync(programFile(id)) ? readFileSync(stamp, 'utf8').split('@').at(-1) : undefined;
}

/** The programs of a table, each with what it is tried with and the title of its tests. */
export function programsOf<U>(uses: Readonly<Partial<Record<AgentId, U>>>): readonly ProgramUse<U>[] {
  return Object.entries(uses).map(([name, use]) => {
    const id = name as AgentId; // the keys of the table
    const isMissing = installedVersion(id) === undefined;
    return {
      id,
      use,
      isMissing,
      title: isMissing ? `${id} (skipped: the program ${id} is not installed)` : id,
    };
  });
}

interface ProgramUse<U> {
  readonly id: AgentId;
  readonly use: U;
  readonly isMissing: boolean;
  readonly title: string;
}

export function programFile(id: string): string {
  return path.join(installed, id, 'node_modules', '.bin', id);
}

/** Gives a person one more program, with the newer Node that it may need. */
export function addProgram({ env }: Play, name: string): void {
  const [bin = ''] = env['PATH']?.split(path.delimiter) ?? [];
  linkProgram(bin, name);
}

/** As npm links it into a folder of the PATH, started by the newer Node that was installed for it, if one was. */
function linkProgram(bin: string, name: string): void {
  const node = path.join(installed, name, 'node_modules/.bin/node');
  if (!existsSync(node)) {
    symlinkSync(programFile(name), path.join(bin, name));
    return;
  }
  writeFiles(bin, { [name]: `#!/bin/sh\nexec "${node}" "${programFile(name)}" "$@"\n` });
  chmodSync(path.join(bin, name), 0o755);
}

/** How a run of our command line ended. */
export interface Played {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly events: readonly PhaseEvent[];
}

/** A repository of a person who has one agent, with a home of its own and a model that follows a script. */
export interface Play {
  readonly id: AgentId;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly model: ScriptedModel;
  readonly git: (...args: readonly string[]) => string;
  readonly read: (file: string) => string;
  /** Runs `pactwright` to its end. */
  readonly pactwright: (...args: readonly string[]) => Promise<Played>;
  /** Runs a phase without a terminal, on defaults, with this agent unless another is named. */
  readonly phase: (...args: readonly string[]) => Promise<Played>;
  /** The same, without waiting for its end. */
  readonly start: (...args: readonly string[]) => { readonly child: ChildProcess; readonly end: Promise<Played> };
  /** What is left once everything has ended: programs that still run, and worktrees without their folder. */
  readonly leftOver: () => Promise<readonly string[]>;
}

/**
 * Sets the stage: a real folder on a disk, as programs treat those for temporary files in their own way.
 *
 * @param cli our own command line, built: absolute.
 * @param others agents that the person has as well.
 */
export async function openPlay(id: AgentId, cli: string, ...others: readonly AgentId[]): Promise<Play> {
  mkdirSync(path.join(installed, 'plays'), { recursive: true });
  const outside = realpathSync(mkdtempSync(path.join(installed, 'plays', `${id}-`)));
  const folder = path.join(outside, 'work', 'shop');
  const home = path.join(outside, 'home');
  const model = await startModel(folder);
  onTestFinished(async () => {
    await model.close();
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  writeFiles(home, {
    '.gitconfig': '[user]\n\tname = Ann Example\n\temail = ann@example.org\n',
    '.config/pactwright/agents.yaml': JSON.stringify([{ id: helper, headless: ['build'], stdin: true }]),
  });
  let own: Home['env'] = {};
  for (const one of [id, ...others]) {
    const { env: more, files, fetched = [] } = homes[one](model.address, path.join(outside, 'work'));
    keepFetched(one, home, fetched);
    writeFiles(home, files);
    own = { ...own, ...more };
  }
  const bin = path.join(outside, 'bin');
  // Temporary files in memory do not exist inside every sandbox: Codex shows an empty /dev/shm.
  const ours = path.join(outside, 'pactwright.js');
  copyFileSync(cli, ours);
  writeFiles(bin, {
    pactwright: `#!/bin/sh\nexec "${process.execPath}" "${ours}" "$@"\n`,
    [helper]: helperText(),
  });
  for (const name of ['pactwright', helper]) chmodSync(path.join(bin, name), 0o755);
  for (const one of [id, ...others]) linkProgram(bin, one);
  const env = {
    PATH: [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
    HOME: home,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    PACTWRIGHT_STATE: path.join(outside, 'state'),
    ...own,
  };
  const start: Play['start'] = (...args) => startCli(ours, folder, env, args);
  const pactwright: Play['pactwright'] = (...args) => start(...args).end;
  const git: Play['git'] = (...args) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  await makeShop(folder, pactwright, git);
  return {
    id,
    folder,
    env,
    model,
    git,
    read: (file) => readFileSync(path.join(folder, file), 'utf8'),
    leftOver: async () => {
      const programs = await whatRunsOn(`PACTWRIGHT_STATE=${env.PACTWRIGHT_STATE}`);
      const worktrees = git('worktree', 'prune', '--dry-run', '--verbose');
      return worktrees === '' ? programs : [...programs, worktrees];
    },
    start,
    pactwright,
    phase: (...args) =>
      pactwright(
        ...['phase', ...args, ...(args.includes('--agent') ? [] : ['--agent', id])],
        ...['--headless', '--format', 'events'],
      ),
  };
}

/** Copies what the program fetched in an earlier play, and keeps it for the next ones. */
function keepFetched(id: AgentId, home: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const kept = path.join(installed, id, 'fetched');
  const copy = (from: string, to: string): void => {
    for (const name of names) cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  };
  if (existsSync(kept)) copy(kept, home);
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'pass' || existsSync(kept) || names.some((name) => !existsSync(path.join(home, name))))
      return;
    copy(home, `${kept}.unfinished`);
    renameSync(`${kept}.unfinished`, kept);
  });
}

/** A custom agent that takes over if another one fails: it builds what is planned, without a model. */
export const helper = 'helper';

function helperText(): string {
  const files = JSON.stringify(built.files);
  return [
    `#!${process.execPath}`,
    "const { mkdirSync, writeFileSync } = require('node:fs');",
    "const { dirname } = require('node:path');",
    `for (const [file, text] of Object.entries(${files})) {`,
    '  mkdirSync(dirname(file), { recursive: true });',
    '  writeFileSync(file, text);',
    '}',
    "require('node:child_process').execFileSync('pactwright', ['board', 'tick', 'STORY-001', '1'], { stdio: 'inherit' });",
    '',
  ].join('\n');
}

/** @param sign a variable with its value, which programs inherit. @returns the processes that have it. */
export function processesWith(sign: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => readProcess(pid, 'environ').split('\0').includes(sign))
    .map(Number);
}

/** In milliseconds: programs may write down something behind their last answer. */
const longestEnd = 15_000;

async function whatRunsOn(sign: string): Promise<readonly string[]> {
  const deadline = Date.now() + longestEnd;
  while (processesWith(sign).length > 0 && Date.now() < deadline) await pause(200);
  return processesWith(sign).map((pid) => readProcess(String(pid), 'cmdline').replaceAll('\0', ' ').trim());
}

/** @returns nothing where the process has ended. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(path.join('/proc', pid, file), 'utf8');
  } catch {
    return '';
  }
}

/** The shop with a story that is planned: made once, copied from then on. */
const shop = path.join(installed, 'plays', 'shop');
let isMade = false;

async function makeShop(folder: string, pactwright: Play['pactwright'], git: Play['git']): Promise<void> {
  if (isMade) {
    cpSync(shop, folder, { recursive: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  await pactwright('phase', 'plan', '--about', 'Add up', '--no-agent');
  writeFiles(folder, { ...planned.files, 'src/README.md': '# The cart\n', 'test/README.md': '# Its tests\n' });
  await pactwright('board', 'add-task', 'STORY-001', 'Add up');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'docs: plan STORY-001');
  rmSync(shop, { recursive: true, force: true });
  cpSync(folder, shop, { recursive: true });
  isMade = true;
}

function startCli(
  cli: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): ReturnType<Play['start']> {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  const end = new Promise<Played>((resolve) => {
    child.on('close', (code) => {
      resolve({ code, out, err, events: eventsIn(out) });
    });
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, end };
}

function eventsIn(out: string): readonly PhaseEvent[] {
  return out
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line) as PhaseEvent);
}
