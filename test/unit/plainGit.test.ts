import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createGit } from '../../server/src/host/git.js';
import { createWorkGit } from '../../server/src/host/gitWork.js';
import { nodeMachine } from '../../server/src/host/machine.js';
import { blockingFileSystem } from '../../server/src/host/fileSystem.js';
import type { Machine } from '../../server/src/workspace/machine.js';
import type { Git, GitAnswer, LoggedCommit, WantedCommits, WorkGit } from '../../server/src/workspace/ports.js';
import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { plainGit, plainRunGit, plainSettings, plainWorkGit } from '../support/plainGit.js';
import { tried } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

interface Side extends Pick<Machine, 'runGit' | 'gitSettings'> {
  readonly git: Git;
  readonly work: WorkGit;
}

/** Git, and the same said by this process; each with a folder of its own to write to. */
function sides(): { readonly real: Side; readonly plain: Side; readonly started: () => number } {
  const { runGit, gitSettings } = nodeMachine({ files: blockingFileSystem });
  const real = { git: createGit(), work: createWorkGit(temporaryFolder()), runGit, gitSettings };
  const scratch = temporaryFolder();
  let others = 0;
  const behind = {
    git: createGit(),
    work: createWorkGit(scratch),
    runGit: ((...asked) => (others++, runGit(...asked))) satisfies Machine['runGit'],
    gitSettings: ((...asked) => (others++, gitSettings(...asked))) satisfies Machine['gitSettings'],
  };
  return {
    real,
    plain: {
      git: plainGit(behind.git),
      work: plainWorkGit(behind.work, scratch),
      runGit: plainRunGit(behind),
      gitSettings: plainSettings(behind),
    },
    started: () => behind.git.spawns() + behind.work.spawns() + others,
  };
}

/** All that is asked of a repository. */
async function askedOf({ git, work, runGit, gitSettings }: Side, folder: string): Promise<unknown> {
  const valueOf = <T>(answer: GitAnswer<T>): T => {
    if (answer.kind !== 'answer') throw new Error(answer.message);
    return answer.value;
  };
  const { signal } = new AbortController();
  const repository = valueOf(await git.repository(folder));
  const { refs, head } = valueOf(await git.refs(repository));
  const tips = refs.flatMap(({ commit }) => commit ?? []);
  const logOf = async (wanted: WantedCommits): Promise<readonly LoggedCommit[]> => {
    const found: LoggedCommit[] = [];
    valueOf(await git.log(repository, wanted, (commit) => found.push(commit)));
    return found;
  };
  const all = await logOf({ tips });
  const first = all.at(-1)?.hash ?? '';
  const middle = all[Math.floor(all.length / 2)]?.hash ?? '';
  const blobs = all.flatMap(({ changes }) => changes.flatMap(({ after }) => after ?? []));
  const names = all.flatMap(({ hash }) => [`${hash}:a.txt`, `${hash}:a/b.txt`, `${hash}:gone`]);
  const bytes: unknown[] = [];
  await git.objects(repository, [...names, ...blobs], (name, found) => bytes.push([name, Buffer.from(found)]));
  const tree = valueOf(await work.snapshot(repository, []));
  const trees = all.map((commit) => commit.tree);
  const into = path.join(temporaryFolder(), 'out');
  valueOf(await work.checkOut(repository, tree, into));
  return {
    all,
    logs: [
      await logOf({ tips: [...tips, 'f'.repeat(40)], most: 2 }),
      await logOf({ tips, known: [middle, 'f'.repeat(40)] }),
      await logOf({ tips, downTo: middle }),
      await logOf({ tips: [first, middle], alone: true }),
    ],
    status: valueOf(await git.status(repository)),
    below: valueOf(await git.status({ ...repository, folder: path.join(repository.top, 'a'), prefix: 'a/' })),
    ignored: valueOf(await git.ignored(folder, ['a.txt', 'b'])),
    blobs: valueOf(await git.blobs(repository, [...blobs, 'f'.repeat(40), middle])),
    bytes,
    tree,
    differences: valueOf(
      await work.differences(
        repository,
        trees.flatMap((one) => [
          { before: one, after: tree },
          { before: undefined, after: one },
        ]),
      ),
    ),
    texts: valueOf(await work.texts(repository, [...names, ...blobs, middle])),
    bases: valueOf(await work.mergeBase(repository, first, tips)),
    base: head.commit === undefined ? undefined : valueOf(await work.mergeBase(repository, head.commit, [middle])),
    changed: valueOf(
      await work.writeTree(repository, tree, [
        { path: 'a.txt', mode: '100644' },
        { path: 'new/one.txt', mode: '100644', text: 'new' },
        { path: 'z.txt', mode: '100755', ...(blobs[0] !== undefined && { blob: blobs[0] }) },
      ]),
    ),
    patterns: valueOf(await work.ignorePatterns(repository, ['a.txt'])),
    paths: valueOf(await work.ignoredPaths(repository, ['.'])),
    lists: await Promise.all(
      [
        ['--cached'],
        ['--deleted'],
        ['--others', '--exclude-standard'],
        ['--others', '--exclude-standard', '--', ':(literal).'],
        ['--cached', '--others', '--exclude-standard', '--', ':(literal)a', ':(literal)n/new.txt', ':(literal)a.txt'],
      ].map(async (options) => valueOf(await runGit(folder, ['ls-files', '-z', ...options], signal))),
    ),
    settings: valueOf(await gitSettings(folder, 'merge.pactwright', signal)),
    out: readdirSync(into, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => [name, (statSync(path.join(into, name)).mode & 0o100) > 0, textIn(path.join(into, name))]),
  };
}

const textIn = (file: string): string => (statSync(file).isFile() ? readFileSync(file, 'latin1') : '');

/** What happens to a repository, one after the other. */
const life: readonly ((repository: GitRepository) => unknown)[] = [
  ({ commit }) =>
    commit('Begin\n\nWith a body.\n\nRefs: STORY-001\nCo-authored-by: Bob <b@example.org>\n', {
      'a.txt': 'a',
      'a/b.txt': 'b',
      'a.b/c ü.txt': 'é\r\n',
      'a0/d': Buffer.from([0, 255]),
    }),
  ({ branch, write, folder }) => {
    branch('feature/STORY-001');
    write({ 'tool.sh': '#!/bin/sh\n', 'a/b.txt': 'other', 'a.txt': null });
    chmodSync(path.join(folder, 'tool.sh'), 0o755);
  },
  ({ git }) => git('add', '--', 'tool.sh', 'a.txt'),
  ({ commit }) => commit('  Two  \nlines \n\nand\n\nmore: or less', { 'a/b.txt': 'b2' }),
  ({ git }) => git('rm', '--quiet', '--cached', 'a/b.txt'),
  ({ checkout, commit, git }) => {
    git('reset', '--quiet');
    checkout('main');
    commit('', { 'a/b.txt': 'b3', 'z.txt': 'z' }, { author: 'Zoë 2' });
  },
  ({ merge, git }) => {
    git('config', 'merge.pactwright.driver', 'node cli.js %O');
    git('config', 'merge.pactwright.recursive', 'binary');
    merge('feature/STORY-001');
  },
  ({ write, git }) => {
    write({ 'z.txt': 'staged' });
    git('add', 'z.txt');
    write({ 'z.txt': 'z', 'n/new.txt': 'new' });
  },
  ({ commit, checkout }) => {
    checkout('--detach');
    return commit('On no branch', { 'a.b/c ü.txt': 'loose', 'n/new.txt': null });
  },
];

it('says of plain repositories what git says, and starts none', async () => {
  const { real, plain, started } = sides();
  const repository = gitRepository();
  // Between them is where things are staged, new or gone.
  const looked = new Set(
    tried(
      life,
      life.filter((_, number) => number % 3 === 1),
    ),
  );
  for (const step of life) {
    step(repository);
    if (!looked.has(step)) continue;
    const said = await askedOf(plain, repository.folder);
    expect(said).toEqual(await askedOf(real, repository.folder));
    expect(started()).toBe(0);
  }
  const beside = repository.worktree('feature/STORY-001');
  repository.write({ [path.relative(repository.folder, path.join(beside, 'a.txt'))]: 'beside' });
  expect(await askedOf(plain, beside)).toEqual(await askedOf(real, beside));
  expect(started()).toBe(0);
});

it.each<readonly [string, (repository: GitRepository) => unknown]>([
  ['a file that git is told to ignore', ({ write }) => write({ '.gitignore': 'x\n', x: '' })],
  ['a setting', ({ git }) => git('config', 'core.autocrlf', 'true')],
  ['a mark in the index', ({ git }) => git('update-index', '--assume-unchanged', 'a.txt')],
  [
    'a link',
    ({ folder }) => {
      symlinkSync('a.txt', path.join(folder, 'link'));
    },
  ],
  ['a pack', ({ git }) => git('repack', '--quiet', '-d')],
])('leaves to git where there is %s', async (_, happens) => {
  const { real, plain, started } = sides();
  const repository = gitRepository();
  repository.commit('Begin', { 'a.txt': 'a' });
  happens(repository);
  const { folder } = repository;
  const statusOf = async ({ git }: Side): Promise<unknown> => {
    const found = await git.repository(folder);
    return found.kind === 'answer' ? git.status(found.value) : found;
  };
  expect(await statusOf(plain)).toEqual(await statusOf(real));
  expect(started()).toBe(1);
});
