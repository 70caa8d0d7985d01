import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { markMerge, undoHalfMerge } from '../../../server/src/execution/runs/halfMerge.js';
import { moveBranch } from '../../../server/src/execution/runs/moveBranch.js';
import type { Machine } from '../../../server/src/workspace/machine.js';
import { enginePackets, plannedShop, worktreeOf } from '../../support/enginePackets.js';
import { type GitRepository, gitRepository, openGitRepository } from '../../support/gitRepository.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

/** A repository where `other` has changed files, and `main` one of them. */
async function twoSides(knowsMerges = true) {
  const repository = gitRepository();
  repository.commit('Begin', {
    'a.txt': 'a\n',
    'gone.txt': 'x\n',
    'both.txt': '1\n2\n3\n4\n5\n',
    'own.txt': 'o\np\n',
    'run.sh': 'echo\n',
    'grows.txt': 'a\nb\n',
    'staged.txt': '1\n',
    'folder.txt': 'f\n',
    'emptied.txt': 'e\n',
  });
  repository.branch('other');
  const theirs = repository.commit('Theirs', {
    'a.txt': 'a\nb\nc\n',
    'new.txt': 'new\n',
    'empty.txt': '',
    'gone.txt': null,
    'both.txt': '1\n2\n3\n4\nV\n',
    'run.sh': 'echo 1\n',
    'grows.txt': 'a\nb\nc\n',
    'staged.txt': '1\n2\n',
    'folder.txt': 'f\ng\n',
    'emptied.txt': 'e\nf\n',
  });
  repository.checkout('main');
  const head = repository.commit('Ours', { 'both.txt': 'I\n2\n3\n4\n5\n' });
  const real = testMachine({ PATH: process.env['PATH'] });
  const warnings: string[] = [];
  const machine: Machine = {
    ...real,
    runGit: (top, args, ...rest) =>
      knowsMerges || args[0] !== 'merge-tree'
        ? real.runGit(top, args, ...rest)
        : Promise.resolve({ kind: 'failed', message: 'usage: git merge-tree <base-tree> <branch1> <branch2>' }),
  };
  const desk = { ...silentDesk(machine), warn: (text: string) => warnings.push(text) };
  const own = await machine.git.repository(repository.folder);
  if (own.kind !== 'answer') throw new Error(own.message);
  const merge = (code: number | null) =>
    markMerge(own.value, { head, theirs }, desk, () => Promise.resolve({ code, output: '', errors: '' }));
  const file = (name: string): string => path.join(repository.folder, name);
  const status = (): readonly string[] =>
    repository
      .git('status', '--porcelain')
      .split('\n')
      .map((line) => line.trim())
      .toSorted();
  return { repository, head, theirs, desk, warnings, own: own.value, merge, file, status };
}

/** As git is killed after it wrote, and before it wrote the index: one file is half there. */
const halfWritten = {
  'a.txt': 'a\nb',
  'new.txt': 'new\n',
  'empty.txt': '',
  'gone.txt': null,
  'both.txt': 'I\n2\n3\n4\nV\n',
  '.merge_file_LbbfsA': 'for a merge driver',
};

it.each([
  ['this git', true],
  ['a git that does not tell what a merge makes', false],
])('what a killed merge has written is taken back, and nothing else, with %s', async (_, knowsMerges) => {
  const { repository, desk, warnings, own, merge, file, status } = await twoSides(knowsMerges);
  await merge(null);
  repository.write({
    ...halfWritten,
    'own.txt': 'o\n',
    'mine.txt': 'mine\n',
    'run.sh': 'echo 1\n',
    'grows.txt': 'a\n',
    'folder.txt': null,
    'folder.txt/x': 'y',
    'emptied.txt': '',
    'staged.txt': 'mine\n',
  });
  chmodSync(file('run.sh'), 0o755);
  repository.git('add', 'staged.txt');
  repository.write({ 'staged.txt': '1\n2\n' });
  await undoHalfMerge(own, desk);
  expect(status()).toEqual(
    [
      ...(knowsMerges ? [] : ['M both.txt']),
      'D folder.txt',
      'M emptied.txt',
      'M grows.txt',
      'M own.txt',
      'M run.sh',
      '?? mine.txt',
      'MM staged.txt',
    ].toSorted(),
  );
  expect([readFileSync(file('own.txt'), 'utf8'), readFileSync(file('grows.txt'), 'utf8')]).toEqual(['o\n', 'a\n']);
  expect(statSync(file('run.sh')).mode & 0o100).not.toBe(0);
  expect(existsSync(file('folder.txt/x'))).toBe(true);
  // All of it is kept as it was.
  const ref = /refs\/pactwright\/half-merges\/\d+$/u.exec(warnings.join('\n'))?.[0] ?? '';
  expect(repository.git('show', `${ref}:a.txt`)).toBe('a\nb');
  expect(repository.git('diff-tree', '-r', '--name-status', 'HEAD', ref).split(/\s+/u)).toEqual([
    'A',
    '.merge_file_LbbfsA',
    'M',
    'a.txt',
    ...(knowsMerges ? ['M', 'both.txt'] : []),
    'A',
    'empty.txt',
    'D',
    'gone.txt',
    'A',
    'new.txt',
  ]);
  // What is there from now on is somebody's.
  repository.write({ 'a.txt': 'a\nb' });
  await undoHalfMerge(own, desk);
  expect(status()).toContain('M a.txt');
});

it.skipIf(process.platform !== 'linux')('a merge driver that outlives its git is waited for', async () => {
  const { desk, own, merge, file } = await twoSides();
  await merge(null);
  const driver = spawn('sh', ['-c', 'sleep 0.3; echo late > .merge_file_LbbfsA'], { cwd: own.top, stdio: 'ignore' });
  const over = once(driver, 'exit');
  await once(driver, 'spawn');
  await undoHalfMerge(own, desk, true);
  await over;
  expect(existsSync(file('.merge_file_LbbfsA'))).toBe(false);
});

it.each([
  ['came to its end', 1, (): void => undefined],
  [
    'moved HEAD',
    null,
    (repository: GitRepository) => void repository.git('commit', '--quiet', '--allow-empty', '-m', 'x'),
  ],
])('nothing is taken back of a merge that %s', async (_, code, then) => {
  const { repository, desk, warnings, own, merge, status } = await twoSides();
  await merge(code);
  then(repository);
  repository.write(halfWritten);
  const before = status();
  await undoHalfMerge(own, desk);
  expect([status(), warnings]).toEqual([before, []]);
});

it('a branch that cannot be moved with its files: a person is asked, and keeps their work', async () => {
  const { repository, head, desk, own, file, status } = await twoSides();
  const commit = repository.git('commit-tree', 'other^{tree}', '-p', head, '-m', 'Merge');
  repository.write({ 'a.txt': 'mine\n', 'own.txt': 'o\n', 'grows.txt': 'a\n' });
  const before = status();
  const move = () =>
    moveBranch({ repository: { main: own, target: 'main' }, old: head, commit, reason: 'merge', desk });
  const asked = await move();
  expect(typeof asked === 'object' && asked.question).toContain('(a.txt, grows.txt)');
  // A git that was killed, or that works there.
  writeFileSync(file('.git/index.lock'), '');
  const made = (Date.now() - 300_000) / 1000;
  utimesSync(file('.git/index.lock'), made, made);
  await expect(move()).rejects.toThrow(`${file('.git/index.lock')} is 5 min old`);
  expect(status()).toEqual(before);
});

/** Kills the first git that writes a file; others are written by then. @returns whether it did. */
function killAt({ folder, git }: GitRepository, file: string): () => boolean {
  const marker = path.join(folder, '.git/killed');
  writeFileSync(path.join(folder, '.git/info/attributes'), `${file} filter=deadly\n`);
  git('config', 'filter.deadly.smudge', `test -f '${marker}' && exec cat; touch '${marker}'; kill -9 $PPID`);
  return () => existsSync(marker);
}

it.skipIf(process.platform === 'win32')(
  'a git that is killed while it merges the target into a branch, too',
  async () => {
    const ids = ['STORY-001', 'STORY-002'] as const;
    const shop = plannedShop(ids);
    const { make, merge } = await enginePackets(shop);
    for (const id of ids) {
      await make(id);
      openGitRepository(worktreeOf(shop, id)).commit(`feat: ${id}`, { [`src/${id}.js`]: 'export const one = 1;\n' });
    }
    expect(await merge(ids[0])).toBe('passed');
    const wasKilled = killAt(shop, 'src/STORY-001.js');
    expect([await merge(ids[1]), wasKilled()]).toEqual(['passed', true]);
  },
);

it.skipIf(process.platform === 'win32')('a git that is killed while it moves the branch is started again', async () => {
  const { repository, head, warnings, desk, own, file, status } = await twoSides();
  const commit = repository.git('commit-tree', 'other^{tree}', '-p', head, '-m', 'Merge');
  const wasKilled = killAt(repository, 'new.txt');
  repository.write({ 'own.txt': 'mine\n' });
  expect(
    await moveBranch({ repository: { main: own, target: 'main' }, old: head, commit, reason: 'merge', desk }),
  ).toBe('moved');
  expect([wasKilled(), repository.git('rev-parse', 'main')]).toEqual([true, commit]);
  expect(warnings.join('\n')).toContain('both.txt, emptied.txt');
  expect(status()).toEqual(['M own.txt']);
  expect(existsSync(file('.git/pactwright-merge'))).toBe(false);
});
