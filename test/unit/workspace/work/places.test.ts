import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type GitRepository, gitRepository, openGitRepository } from '../../../support/gitRepository.js';
import { openWork, valueOf } from '../../../support/openWork.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';
import { sampled } from '../../../support/runs.js';

interface Case {
  readonly name: string;
  readonly make: () => GitRepository;
}

const places: readonly Case[] = [
  {
    name: 'a folder whose name has colons, quotes and backslashes',
    make: () => {
      const folder = path.join(temporaryFolder(), 'a:b "c" \\d;e');
      mkdirSync(folder);
      return gitRepository(folder);
    },
  },
  {
    name: 'a repository with longer hashes',
    make: () => {
      const folder = temporaryFolder();
      openGitRepository(folder).git('init', '--quiet', '--object-format=sha256', '--initial-branch=main');
      return openGitRepository(folder);
    },
  },
  {
    name: 'a submodule',
    make: () => {
      const inner = gitRepository();
      inner.commit('Inside', { 'inside.ts': 'x' });
      const outer = gitRepository();
      outer.git('submodule', '--quiet', 'add', `file://${inner.folder}`, 'sub');
      outer.commit('Chore: a submodule');
      return openGitRepository(path.join(outer.folder, 'sub'));
    },
  },
  {
    name: 'a worktree of its own',
    make: () => {
      const main = gitRepository();
      main.commit('Older', { 'z.ts': 'x' });
      main.git('checkout', '--quiet', '--detach');
      return openGitRepository(main.worktree('main'));
    },
  },
  {
    name: 'a repository whose objects are packed and partly elsewhere',
    make: () => {
      const other = gitRepository();
      other.commit('Older', { 'z.ts': 'x' });
      const folder = path.join(temporaryFolder(), 'clone');
      other.git('clone', '--quiet', '--shared', other.folder, folder);
      return openGitRepository(folder);
    },
  },
];

test.each(sampled(places, 2))('reads work in $name', async ({ make }) => {
  const repository = make();
  repository.commit('Base', { 'a.ts': '1\n' });
  repository.git('gc', '--quiet');
  const base = repository.git('rev-parse', 'HEAD');
  repository.commit('STORY-001: a', { 'a.ts': '2\n' });
  repository.write({ 'b.ts': 'b\n' });
  const { work, workGit, repository: place } = openWork(repository.folder);
  const found = await work();
  expect(found.base).toBe(base);
  expect(found.changes).toMatchObject([
    { path: 'a.ts', before: '1\n', after: '2\n' },
    { path: 'b.ts', kind: 'added', after: 'b\n' },
  ]);
  expect(found.moves.map(({ message }) => message)).toEqual(['commit: STORY-001: a']);
  const into = path.join(temporaryFolder(), 'out');
  valueOf(await workGit.checkOut(await place(), found.tree, into));
  expect(readdirSync(into)).toEqual(expect.arrayContaining(['a.ts', 'b.ts']));
  expect(readdirSync(into)).not.toContain('.git');
});

test('reads work that began with the first commit of a repository with longer hashes', async () => {
  const folder = temporaryFolder();
  const repository = openGitRepository(folder);
  repository.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main');
  repository.commit('STORY-001: a', { 'a.ts': '1\n' });
  const { base, changes } = await openWork(folder).work();
  expect(base).toHaveLength(64);
  expect(changes).toMatchObject([{ path: 'a.ts', kind: 'added', after: '1\n' }]);
});
