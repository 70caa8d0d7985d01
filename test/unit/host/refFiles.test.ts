import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from '../../../server/src/host/git.js';
import { lacksByFiles, looseCommit } from '../../../server/src/host/git/looseObjects.js';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';

/** The refs read from files, and those that git reports; and whether git was started for the first. */
async function bothWays({ folder, git: run }: GitRepository) {
  const git = createGit();
  const found = await git.repository(folder);
  if (found.kind !== 'answer') throw new Error(found.message);
  const answer = await git.refs(found.value);
  if (answer.kind !== 'answer') throw new Error(answer.message);
  const lines = run('for-each-ref', '--format=%(refname) %(objectname) %(*objectname) %(symref)').split('\n');
  const told = lines.flatMap((line) => {
    const [name = '', hash = '', peeled = '', target = ''] = line.split(' ');
    if (!/^refs\/(?:heads|remotes|tags)\//u.test(name)) return [];
    return [[name, peeled || hash, target].filter(Boolean).join(' ')];
  });
  const read = answer.value.refs.map(({ name, commit, target }) => [name, commit, target].filter(Boolean).join(' '));
  return { read, told, starts: git.spawns() };
}

const filled = (): GitRepository => {
  const repository = gitRepository();
  repository.commit('One');
  repository.commit('Two');
  repository.git('branch', 'feature/one', 'HEAD~1');
  repository.git('tag', 'v1', 'HEAD~1');
  repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1');
  return repository;
};

describe('refs are read from their files', () => {
  it.each<[string, (repository: GitRepository) => void, number]>([
    ['loose', () => undefined, 0],
    ['packed', ({ git }) => void git('pack-refs', '--all'), 0],
    [
      'packed and moved since',
      ({ git }) => {
        git('pack-refs', '--all');
        git('update-ref', 'refs/heads/feature/one', 'main');
        git('update-ref', '-d', 'refs/tags/v1');
      },
      0,
    ],
    ['symbolic', ({ git }) => void git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main'), 0],
    [
      'with a lock beside them',
      ({ folder }) => {
        writeFileSync(path.join(folder, '.git', 'refs', 'heads', 'main.lock'), '');
      },
      0,
    ],
    ['tags with a message', ({ git }) => void git('tag', '-a', '-m', 'v2', 'v2'), 1],
    ['with a very long message', ({ commit }) => void commit('x'.repeat(1_100_000)), 1],
    ['whose commits are packed', ({ git }) => void git('gc', '--quiet'), 1],
    [
      'that lead nowhere',
      ({ git }) => void git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/x'),
      1,
    ],
  ])('%s', async (_, change, starts) => {
    const repository = filled();
    change(repository);
    const { read, told, starts: started } = await bothWays(repository);
    expect(read).toEqual(told);
    expect(started).toBe(starts);
  });

  it.skipIf(process.platform === 'win32')('a commit whose file is a pipe is asked of git', async () => {
    const { folder, git } = filled();
    const hash = git('rev-parse', 'HEAD');
    const file = path.join(folder, '.git', 'objects', hash.slice(0, 2), hash.slice(2));
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await looseCommit(path.join(folder, '.git'), hash)).toBeUndefined();
  });

  it('git is asked once what a packed commit is', async () => {
    const { folder, git: run } = filled();
    run('gc', '--quiet');
    const git = createGit();
    const found = await git.repository(folder);
    if (found.kind !== 'answer') throw new Error(found.message);
    const first = await git.refs(found.value);
    expect(await git.refs(found.value)).toEqual(first);
    expect(git.spawns()).toBe(1);
  });
});

/** As git writes them, without that this file has any. */
const mark = '<'.repeat(7);

describe('what a commit has otherwise than another one is read from loose objects', () => {
  it.each<[string, Readonly<Record<string, string | null>>, boolean]>([
    ['nothing of it matches', { 'src/a.js': 'two\n', 'new/deep/b.js': 'one\n', 'README.md': null }, true],
    ['a changed file', { 'src/a.js': `one\n${mark} HEAD\n` }, false],
    ['a file in a new folder', { 'new/deep/b.js': `${mark} HEAD\n` }, false],
    ['a folder that was a file', { 'README.md': null, 'README.md/a': `${mark}\n` }, false],
    ['only what both have', { 'src/b.js': 'one\n' }, true],
  ])('%s', async (_, files, isLacking) => {
    const { folder, commit } = gitRepository();
    const from = commit('One', { 'src/a.js': 'one\n', 'old.md': `${mark} kept\n`, 'README.md': 'one\n' });
    const to = commit('Two', files);
    expect(await lacksByFiles(path.join(folder, '.git'), { from, to }, /^<{7}(?: |$)/mu)).toBe(isLacking);
  });

  it('git is asked where one of them is packed', async () => {
    const { folder, commit, git } = gitRepository();
    const from = commit('One', { 'src/a.js': 'one\n' });
    git('gc', '--quiet');
    const to = commit('Two', { 'src/a.js': 'two\n' });
    expect(await lacksByFiles(path.join(folder, '.git'), { from, to }, /^</mu)).toBe(false);
  });
});
