import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Files, type GitRepository, gitRepository, withGitProgram } from '../../../support/gitRepository.js';
import { openWork, valueOf } from '../../../support/openWork.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';
import { sampled } from '../../../support/runs.js';

/** All that is in a folder, by path, with a hash of what it holds. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      const entry = lstatSync(file);
      if (entry.isSymbolicLink()) return [name, readlinkSync(file)];
      return [name, entry.isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'folder'];
    }),
  );
}

interface UntouchedCase {
  readonly name: string;
  readonly settings: readonly (readonly [string, string])[];
  readonly prepare?: (repository: GitRepository) => void;
}

const untouched: readonly UntouchedCase[] = [
  { name: 'as it comes', settings: [] },
  {
    name: 'with an index in parts',
    settings: [
      ['core.splitIndex', 'true'],
      ['splitIndex.maxPercentChange', '0'],
    ],
  },
  { name: 'with a cache of what is not tracked', settings: [['core.untrackedCache', 'true']] },
  {
    name: 'with hooks',
    settings: [],
    prepare: (repository) => {
      repository.write({ '.git/hooks/post-index-change': '#!/bin/sh\ntouch "$(git rev-parse --git-dir)/ran"\n' });
      chmodSync(path.join(repository.folder, '.git/hooks/post-index-change'), 0o755);
    },
  },
  {
    name: 'with marks in the index',
    settings: [],
    prepare: ({ git }) => void git('update-index', '--skip-worktree', 'a.ts'),
  },
];

test.each(sampled(untouched))('writes nothing into a repository $name', async ({ settings, prepare }) => {
  const repository = gitRepository();
  repository.commit('Base', { 'a.ts': '1\n', 'b.ts': '1\n' });
  repository.branch('feature/STORY-001');
  repository.commit('STORY-001: a', { 'a.ts': '2\n' });
  for (const [name, value] of settings) repository.git('config', name, value);
  repository.git('update-index', '--refresh');
  prepare?.(repository);
  repository.write({ 'a.ts': '3\n', 'new.ts': 'n\n', '.gitignore': 'h/\n', 'h/a.ts': 'h\n' });
  const before = contentsOf(repository.folder);
  const { work, workGit, repository: place } = openWork(repository.folder);
  const { tree } = await work();
  valueOf(await workGit.checkOut(await place(), tree, path.join(temporaryFolder(), 'out')));
  expect(contentsOf(repository.folder)).toEqual(before);
});

interface SpawnCase {
  readonly name: string;
  readonly life: (repository: GitRepository) => void;
  readonly spawns: number;
}

const spawns: readonly SpawnCase[] = [
  { name: 'on a branch', life: (repository) => repository.branch('feature/STORY-001'), spawns: 6 },
  {
    name: 'on a branch with commits',
    life: (repository) => {
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: a', { 'a.ts': '2\n' });
    },
    spawns: 6,
  },
  {
    name: 'on the default branch',
    life: (repository) => void repository.commit('STORY-001: a', { 'a.ts': '2\n' }),
    spawns: 7,
  },
];

test.each(spawns)('starts $spawns processes $name', async ({ life, spawns: expected }) => {
  const repository = gitRepository();
  repository.commit('Base', { 'a.ts': '1\n', '.gitignore': 'node_modules/\n' });
  life(repository);
  repository.write({ 'b.ts': 'b\n', 'node_modules/a.js': 'x' });
  const opened = openWork(repository.folder);
  const place = await opened.repository();
  const before = opened.spawns();
  await opened.work({ repository: place });
  expect(opened.spawns() - before).toBe(expected);
});

interface FailureCase {
  readonly name: string;
  readonly prepare: () => string;
  readonly kind: 'unavailable' | 'failed';
  readonly message: string;
}

const failures: readonly FailureCase[] = [
  {
    name: 'no repository',
    prepare: () => temporaryFolder(),
    kind: 'unavailable',
    message: 'is not in a git repository',
  },
  {
    name: 'no folder',
    prepare: () => path.join(temporaryFolder(), 'gone'),
    kind: 'unavailable',
    message: 'there is no folder',
  },
  { name: 'no commit', prepare: () => gitRepository().folder, kind: 'unavailable', message: 'has no commit yet' },
  {
    name: 'a file that cannot be taken in',
    prepare: () => {
      const repository = gitRepository();
      repository.commit('Base');
      gitRepository(path.join(repository.folder, 'inner'));
      return repository.folder;
    },
    kind: 'failed',
    message: '`git add` failed',
  },
];

test.each(failures)('answers where there is $name', async ({ prepare, kind, message }) => {
  const answer = await openWork(prepare()).read();
  expect(answer).toEqual({ kind, message: expect.stringContaining(message) as string });
});

test('answers where there is no git', async () => {
  const repository = gitRepository();
  repository.commit('Base');
  const before = process.env['PATH'];
  process.env['PATH'] = temporaryFolder();
  try {
    const answer = await openWork(repository.folder).read();
    expect(answer).toMatchObject({ kind: 'unavailable' });
  } finally {
    process.env['PATH'] = before;
  }
});

test('answers where git says what cannot be read', async () => {
  const repository = gitRepository();
  repository.commit('Base');
  const { repository: place, read } = openWork(repository.folder);
  const known = await place();
  const undo = withGitProgram('#!/bin/sh\necho nonsense\n');
  try {
    expect(await read({ repository: known })).toMatchObject({ kind: 'failed' });
  } finally {
    undo();
  }
});

test('ends once it is told to', async () => {
  const repository = gitRepository();
  repository.commit('Base');
  await expect(openWork(repository.folder).read({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  );
});

interface RelevantCase {
  readonly name: string;
  readonly files: Files;
  readonly changes: boolean;
}

const relevant: readonly RelevantCase[] = [
  { name: 'a tick on the board', files: { 'docs/product/sprint_board.md': '- [x] done\n' }, changes: false },
  { name: 'a spec', files: { 'docs/specs/STORY-001.md': '# STORY-001: x\n' }, changes: false },
  {
    name: 'a README, a change log and a licence',
    files: { 'README.md': 'x\n', CHANGELOG: 'x\n', 'LICENSE.txt': 'x\n' },
    changes: false,
  },
  { name: 'the settings', files: { '.pactwright/config.yaml': 'rules: {}\n' }, changes: false },
  { name: 'source', files: { 'a.ts': '2\n' }, changes: true },
  { name: 'Markdown that tests read', files: { 'test/fixtures/a.md': '2\n' }, changes: true },
  { name: 'a file that is ignored', files: { 'a.log': '2\n' }, changes: false },
];

test.each(sampled(relevant))('$name counts for what tests say: $changes', async ({ files, changes }) => {
  const repository = gitRepository();
  repository.commit('Base', { 'a.ts': '1\n', '.gitignore': '*.log\n', 'test/fixtures/a.md': '1\n' });
  const { work } = openWork(repository.folder);
  const before = await work();
  repository.write(files);
  const after = await work();
  expect(after.relevant !== before.relevant).toBe(changes);
  repository.commit('STORY-001: all');
  expect((await work()).relevant).toBe(after.relevant);
});

test('writes the files of a tree or commit elsewhere', async () => {
  const repository = gitRepository();
  const base = repository.commit('Base', { 'a b.ts': '1\n', 'deep/ü.sh': '#!/bin/sh\n', 'gone.ts': 'x' });
  chmodSync(path.join(repository.folder, 'deep/ü.sh'), 0o755);
  repository.git('add', '--all');
  repository.write({ 'gone.ts': null, 'new.ts': 'n\n' });
  const { work, workGit, repository: place } = openWork(repository.folder);
  const { tree } = await work();
  const [now, then] = [path.join(temporaryFolder(), 'now'), temporaryFolder()];
  valueOf(await workGit.checkOut(await place(), tree, now));
  valueOf(await workGit.checkOut(await place(), base, then));
  expect(readdirSync(now, { recursive: true }).sort()).toEqual(['a b.ts', 'deep', 'deep/ü.sh', 'new.ts']);
  expect(lstatSync(path.join(now, 'deep/ü.sh')).mode & 0o111).toBe(0o111);
  expect(readdirSync(then, { recursive: true }).sort()).toEqual(['a b.ts', 'deep', 'deep/ü.sh', 'gone.ts']);
  expect(readFileSync(path.join(then, 'a b.ts'), 'utf8')).toBe('1\n');
  expect(await workGit.checkOut(await place(), base, then)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('not empty') as string,
  });
  expect(await workGit.checkOut(await place(), 'f'.repeat(40), path.join(temporaryFolder(), 'x'))).toMatchObject({
    kind: 'failed',
  });
  expect(existsSync(path.join(repository.folder, '.git', 'index.lock'))).toBe(false);
});
