import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createPlanHands } from '../../../server/src/execution/planFile/planHands.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import type { Job, RunHands } from '../../../server/src/runs/engine.js';
import type { StepResult } from '../../../server/src/runs/event.js';
import { newPacket } from '../../../server/src/runs/runState.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const email = 'ann@example.org';
const author = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: email,
};
const machine = testMachine({ ...process.env, ...author });
const signal = new AbortController().signal;
const run = '20261126-120000-abcd';

interface Scene {
  readonly repository: GitRepository;
  readonly hands: RunHands;
  /** The worktree of a packet. */
  readonly at: (packet: string) => string;
  /** Merges packets together. @returns how each ended, by its id. */
  readonly merge: (signal?: AbortSignal) => Promise<Readonly<Record<string, StepResult | undefined>>>;
  /** The packets that are merged, oldest first. */
  readonly merged: () => readonly string[];
  /** How often the target was moved. */
  readonly moves: () => number;
}

/** Packets that are built, each with a file of its own. @param checks what judges them, by packet. */
async function openScene(checks: Readonly<Record<string, string>>): Promise<Scene> {
  const repository = gitRepository(path.join(temporaryFolder(), 'shop'));
  const { git, folder } = repository;
  repository.commit('Begin', { 'README.md': 'Shop\n', '.gitignore': 'built/\n' });
  const ids = Object.keys(checks);
  const at = (id: string): string => path.join(`${folder}.worktrees`, id);
  for (const id of ids) {
    git('worktree', 'add', '--quiet', '-b', `packet/${id}`, at(id), 'main');
    writeFiles(at(id), { [`parts/${id}.txt`]: `${id}\n` });
    git('-C', at(id), 'add', '--all');
    git('-C', at(id), 'commit', '--quiet', '-m', id);
  }
  const main = orRefused(await machine.git.repository(folder, signal));
  const role = { agents: [] };
  const hands = createPlanHands(
    {
      machine,
      run,
      folder: temporaryFolder(),
      root: folder,
      repository: { main, target: 'main', isPlanned: true },
      terms: { build: role, review: role, rounds: 2, trustCommands: true },
      agents: [],
      sessions: temporaryFolder(),
    },
    Object.fromEntries(
      Object.entries(checks).map(([id, script]) => [
        id,
        { prompt: '', inScope: [], outOfScope: [], checks: [{ name: 'test', command: commandOf(script) }] },
      ]),
    ),
  );
  const before = git('reflog', 'show', 'main').split('\n').length;
  return {
    repository,
    hands,
    at,
    merge: async (until = signal) => {
      const ended = await hands.mergeTogether?.(ids.map(jobOf), until);
      return Object.fromEntries(ids.map((id) => [id, ended?.get(`${id}/merge/1`)]));
    },
    merged: () =>
      git(
        'log',
        '--first-parent',
        '--reverse',
        '--format=%(trailers:key=Pactwright-Packet,valueonly,separator=)',
        'main',
      )
        .split('\n')
        .filter((line) => line !== ''),
    moves: () => git('reflog', 'show', 'main').split('\n').length - before,
  };
}

/** `!` before a program that is started without a shell. */
function commandOf(script: string): readonly string[] {
  return script.startsWith('!') ? [script.slice(1)] : ['sh', '-c', script];
}

function jobOf(id: string): Job {
  const packet = { id, title: '', needs: [], touches: [], resources: [] };
  return {
    key: `${id}/merge/1`,
    step: 'merge',
    one: { ...newPacket(packet), starts: 1 },
    dollars: undefined,
    since: 0,
    at: 0,
  };
}

const outcomes = (ended: Readonly<Record<string, StepResult | undefined>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(ended).map(([id, result]) => [id, result?.outcome]));

it('leaves the branch alone that a person changes to while files are judged', async () => {
  const scene = await openScene({ a: 'git -C ../../shop switch --quiet -c own', b: 'true' });
  const { git } = scene.repository;
  const begin = git('rev-parse', 'main');
  expect(outcomes(await scene.merge())).toEqual({ a: 'passed', b: 'passed' });
  expect([git('rev-parse', 'own'), git('branch', '--show-current'), scene.moves()]).toEqual([begin, 'own', 1]);
  expect(scene.merged()).toEqual(['a', 'b']);
});

it('moves the target with its files where a person checks it out while files are judged', async () => {
  const scene = await openScene({ a: 'git -C ../../shop switch --quiet main', b: 'true' });
  const { git } = scene.repository;
  git('switch', '--quiet', '-c', 'own');
  expect(outcomes(await scene.merge())).toEqual({ a: 'passed', b: 'passed' });
  expect([git('branch', '--show-current'), git('status', '--porcelain'), scene.moves()]).toEqual(['main', '', 1]);
});

it('keeps what was merged where the rest cannot be judged', async () => {
  const isAlone = '[ ! -e parts/f.txt ]';
  const checks = { a: isAlone, b: 'true', c: 'true', d: '!there-is-no-such-program', e: 'true', f: 'true' };
  const scene = await openScene(checks);
  const ended = await scene.merge();
  expect(outcomes(ended)).toEqual({ a: 'passed', b: 'passed', c: 'passed', d: 'failed', e: 'failed', f: 'failed' });
  expect(ended['f']?.note).toContain('there-is-no-such-program');
  expect(ended['c']?.commit).toBe(scene.repository.git('rev-parse', 'main'));
  expect(scene.merged()).toEqual(['a', 'b', 'c']);
});

it('sends a packet back with the target in its branch, so that its worktree shows what fails', async () => {
  const script = '[ ! -e parts/a.txt ] || [ ! -e parts/bad.txt ]';
  const scene = await openScene({ a: script, bad: script });
  const ended = await scene.merge();
  expect(outcomes(ended)).toEqual({ a: 'passed', bad: 'back' });
  expect(ended['bad']?.note).toContain('`sh -c');
  expect(existsSync(path.join(scene.at('bad'), 'parts/a.txt'))).toBe(true);
  // What its agent does next.
  scene.repository.git('-C', scene.at('bad'), 'mv', 'parts/bad.txt', 'parts/good.txt');
  scene.repository.git('-C', scene.at('bad'), 'commit', '--quiet', '-m', 'Fit in');
  expect(outcomes(await scene.merge())).toEqual({ a: 'passed', bad: 'passed' });
  expect(scene.merged()).toEqual(['a', 'bad']);
});

it('merges alone what has uncommitted changes, no worktree, or is merged already', async () => {
  const scene = await openScene({ a: 'true', dirty: 'true', gone: 'true', there: 'true', e: 'true' });
  const { git } = scene.repository;
  writeFiles(scene.at('dirty'), { 'parts/dirty.txt': 'more\n' });
  git('worktree', 'remove', scene.at('gone'));
  git('merge', '--quiet', '--ff-only', 'packet/there');
  const moves = scene.moves();
  const ended = await scene.merge();
  expect(outcomes(ended)).toEqual({ a: 'passed', dirty: 'failed', gone: 'failed', there: 'passed', e: 'passed' });
  expect(ended['dirty']?.note).toContain('parts/dirty.txt in');
  expect(ended['gone']?.note).toBe('the worktree of gone is gone');
  expect(ended['there']?.commit).toBeUndefined();
  expect([scene.merged(), scene.moves() - moves]).toEqual([['a', 'e'], 1]);
});

it('asks about all packets at once where files of a person are blocking', async () => {
  const count = 'echo x >> ../../judged';
  const scene = await openScene({ a: count, b: count, c: count, d: count });
  writeFiles(scene.repository.folder, { 'parts/d.txt': 'mine\n' });
  const ended = await scene.merge();
  expect(outcomes(ended)).toEqual({ a: 'asks', b: 'asks', c: 'asks', d: 'asks' });
  expect(ended['a']?.question).toContain('parts/d.txt');
  expect(readFileSync(path.join(scene.repository.folder, '../judged'), 'utf8')).toBe('x\n');
});

it('judges the same packets again where the target has moved meanwhile', async () => {
  const moves =
    '[ -e ../../moved ] || { touch ../../moved; git -C ../../shop commit --quiet --allow-empty -m Meanwhile; }';
  const scene = await openScene({ a: moves, b: 'true', c: 'true' });
  expect(outcomes(await scene.merge())).toEqual({ a: 'passed', b: 'passed', c: 'passed' });
  // The person's commit, and all three.
  expect([scene.merged(), scene.moves()]).toEqual([['a', 'b', 'c'], 2]);
});

it('begins each attempt without the ignored files of the last one', async () => {
  // It fails for what was built before, and for a bad part.
  const build = '[ ! -e built/x ] && mkdir -p built && touch built/x && [ ! -e parts/bad.txt ]';
  const scene = await openScene({ a: build, b: build, bad: build, d: build });
  expect(outcomes(await scene.merge())).toEqual({ a: 'passed', b: 'passed', bad: 'back', d: 'passed' });
  // `a` and `b` at once, then `d`.
  expect([scene.merged(), scene.moves()]).toEqual([['a', 'b', 'd'], 2]);
});

it('merges once what a killed engine has merged and not recorded, and leaves no worktree', async () => {
  const scene = await openScene({ a: 'true', b: '[ ! -e ../../kills ] || { rm ../../kills; sleep 60; }', c: 'true' });
  writeFiles(path.dirname(scene.repository.folder), { kills: '' });
  const killed = new AbortController();
  const first = scene.merge(killed.signal);
  const kills = path.join(scene.repository.folder, '../kills');
  while (existsSync(kills)) await new Promise((resolve) => setTimeout(resolve, 20));
  killed.abort(new Error('killed'));
  await expect(first).rejects.toThrow('killed');
  expect(await scene.hands.recover(jobOf('a'), signal)).toEqual({ outcome: 'lost' });
  const ended = await scene.merge();
  expect(outcomes(ended)).toEqual({ a: 'passed', b: 'passed', c: 'passed' });
  // Nothing of it was recorded.
  expect(await scene.merge()).toEqual(ended);
  expect([scene.merged(), scene.moves()]).toEqual([['a', 'b', 'c'], 1]);
  expect(scene.repository.git('worktree', 'list')).not.toContain('merge-');
});
