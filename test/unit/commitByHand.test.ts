import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { firstCommitAt, type GitRepository, gitRepository } from '../support/gitRepository.js';

/** Each step of a life of a repository, given the time of its commit. */
const life: readonly ((repository: GitRepository, at: number) => unknown)[] = [
  ({ commit }, at) => commit('', {}, { at }),
  ({ commit }, at) =>
    commit(
      'Begin\n\nWith a body.\n\nRefs: STORY-001\n',
      {
        'a.txt': 'a',
        'a/b.txt': 'b',
        'a.b/c ü.txt': 'é\r\n',
        'a0/d': Buffer.from([0, 255]),
        [`${'l'.repeat(61)}/${'n'.repeat(9)}`]: '',
      },
      { at },
    ),
  ({ branch }) => {
    branch('feature/STORY-001');
  },
  ({ folder, write, commit }, at) => {
    write({ 'tool.sh': '#!/bin/sh\n' });
    chmodSync(path.join(folder, 'tool.sh'), 0o755);
    return commit('  STORY-001:  two \t spaces', { 'a/b.txt': null, 'a.txt': 'A' }, { at, author: 'Zoë 2' });
  },
  ({ checkout }) => {
    checkout('main');
  },
  ({ commit }, at) => commit('Meanwhile', { 'z.txt': 'z' }, { at }),
  ({ checkout, commit }, at) => {
    checkout('--detach');
    return commit('On no branch\nsecond line', { 'a.txt': 'loose' }, { at });
  },
];

it('commits of tests are what git would make of the same, down to hash, reflog and index', () => {
  const mine = gitRepository();
  const gits = gitRepository();
  // From then on it is git that commits.
  gits.gitWith('', 'hash-object', '--stdin');
  for (const [number, step] of life.entries()) {
    const at = firstCommitAt + (number + 1) * 3_600_000;
    expect(step(mine, at)).toEqual(step(gits, at));
    expect(mine.git('status', '--porcelain')).toBe('');
    expect(mine.git('ls-files', '--stage')).toBe(gits.git('ls-files', '--stage'));
    const logs = ['HEAD', 'refs/heads/main', 'refs/heads/feature/STORY-001'].map((name) => `.git/logs/${name}`);
    const committed = ({ folder }: GitRepository): readonly string[] =>
      logs
        .map((name) => path.join(folder, name))
        .flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
        .filter((line) => /\t(?:commit|branch|checkout: moving from main to feature)/u.test(line))
        // Only commits are given their time.
        .map((line) => (line.includes('\tcommit') ? line : line.replace(/ \d+ \+/u, ' ')));
    expect(committed(mine)).toEqual(committed(gits));
  }
  expect(existsSync(path.join(mine.folder, '.git/COMMIT_EDITMSG'))).toBe(false);
  expect(existsSync(path.join(gits.folder, '.git/COMMIT_EDITMSG'))).toBe(true);
  expect(mine.git('fsck', '--strict', '--no-dangling')).toBe('');
});

const counts: readonly (readonly [string, (repository: GitRepository) => unknown])[] = [
  ['a file that git is told to ignore', ({ write }) => write({ 'sub/.gitignore': 'x\n' })],
  ['a setting', ({ git }) => git('config', 'core.hooksPath', 'hooks')],
  ['a hook', ({ write }) => write({ '.git/hooks/pre-commit': '#!/bin/sh\n' })],
  ['a mark in the index', ({ git }) => git('update-index', '--assume-unchanged', 'a.txt')],
  ['a merge that goes on', ({ git, write }) => write({ '.git/MERGE_HEAD': `${git('rev-parse', 'HEAD')}\n` })],
];
it.each(counts)('are left to git where there is %s', (_, happens) => {
  const repository = gitRepository();
  repository.commit('Begin', { 'a.txt': 'a' });
  happens(repository);
  repository.commit('More', { 'a.txt': 'b' });
  expect(existsSync(path.join(repository.folder, '.git/COMMIT_EDITMSG'))).toBe(true);
});

it('settings of tests are written as git would write them', () => {
  const mine = gitRepository();
  const gits = gitRepository();
  for (const args of [
    ['remote', 'add', 'origin', 'https://example.org/ada/shop.git'],
    ['config', 'user.name', 'Ann Example'],
    ['config', 'user.email', 'ann@example.org'],
    ['config', 'user.name', 'Ada'],
    ['config', 'core.hooksPath', 'hooks'],
    ['remote', 'add', 'other', gits.folder],
    ['config', 'user.email', 'ada@example.org'],
  ]) {
    mine.git(...args);
    execFileSync('git', args, { cwd: gits.folder });
    const [own, theirs] = [mine, gits].map(({ folder }) => readFileSync(path.join(folder, '.git/config'), 'utf8'));
    expect(own, args.join(' ')).toBe(theirs);
  }
});
