import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLosses } from '../../server/src/execution/snapshots/findLosses.js';
import { readSnapshot, restoreSnapshot } from '../../server/src/execution/snapshots/restoreSnapshot.js';
import { mainOf } from '../../server/src/execution/snapshots/snapshot.js';
import { undoSession } from '../../server/src/execution/agents/undoSession.js';
import { takeSnapshot } from '../../server/src/execution/snapshots/takeSnapshot.js';
import { type GitRepository, gitRepository, openGitRepository } from '../support/gitRepository.js';
import { runs } from '../support/runs.js';
import { testMachine } from '../support/testMachine.js';

/** In milliseconds: each run starts dozens of processes of git. */
const longest = 900_000;

/** What an agent may do by mistake, in whatever state the folder is; a command that fails does nothing. */
const acts: readonly string[] = [
  'git reset -q --hard',
  'git reset -q --hard HEAD~2',
  'git reset -q --mixed HEAD~1',
  'git clean -qfdx',
  'git clean -qfd',
  'git checkout -q -- .',
  'git checkout -q --detach HEAD~1',
  'git checkout -qf other',
  'git switch -qfc agent HEAD~1',
  'git restore --staged .',
  'git stash -q --include-untracked',
  'git stash drop -q',
  'git stash clear',
  'git branch -D other',
  'git tag -d v1',
  'git commit -qam "agent"',
  'git add -A && git commit -qm "all"',
  'git rm -rq src',
  'git gc -q --prune=now',
  'git reflog expire --expire=now --all && git gc -q --prune=now',
  'git update-ref -d refs/heads/other',
  'rm -rf src',
  'rm -rf docs notes.txt',
  'rm -f .git/index',
  'rm -f notes.txt .env',
  ': > notes.txt',
  'echo more >> src/cart.js',
  'echo more > "notes with ü and space.txt"',
  'rm -rf docs && echo file > docs',
  'rm -f notes.txt && mkdir notes.txt && echo in > notes.txt/deep',
  'mv src lib',
  'ln -sf /etc/hostname notes.txt',
  'chmod 777 notes.txt',
  'mkdir -p new/deep && echo new > new/deep/file',
];

/** What takes a linked worktree itself away. */
const leaving: readonly string[] = [
  'rm -f .git',
  'rm -rf "$PWD"',
  'git worktree remove --force "$PWD"',
  'common=$(git rev-parse --git-common-dir) && rm -f .git && git --git-dir "$common" worktree prune',
];

/** All that a person could miss: files with modes, what is staged, branches, tags and stashes. */
function stateOf(folder: string): unknown {
  const files: Record<string, string> = {};
  const read = (at: string): void => {
    for (const name of readdirSync(path.join(folder, at))) {
      const one = at === '' ? name : `${at}/${name}`;
      if (one === '.git' || one === 'node_modules') continue;
      const absolute = path.join(folder, one);
      const stats = lstatSync(absolute);
      if (stats.isSymbolicLink()) files[one] = `-> ${readlinkSync(absolute)}`;
      else if (stats.isDirectory()) read(one);
      else files[one] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(absolute).toString('hex')}`;
    }
  };
  read('');
  const git = (...args: readonly string[]): string => openGitRepository(folder).git(...args);
  return {
    files,
    head: git('rev-parse', '--symbolic-full-name', 'HEAD') + git('rev-parse', 'HEAD'),
    branches: ['main', 'other', 'v1'].map((name) => git('rev-parse', name)),
    // Others may have come since.
    stashes: git('stash', 'list', '--format=%gs')
      .split('\n')
      .filter((line) => line === 'On main: mine'),
    staged: git('ls-files', '--stage'),
    status: git('status', '--porcelain', '--untracked-files=all'),
  };
}

/** A repository with commits, a branch, a tag and a stash. */
function personsFolderClean(): GitRepository {
  const repository = gitRepository();
  repository.git('config', 'user.name', 'Ann');
  repository.git('config', 'user.email', 'ann@example.org');
  repository.commit('One', { 'src/cart.js': 'one\n', '.gitignore': '.env\nnode_modules\n', 'docs/a.md': 'a\n' });
  repository.commit('Two', { 'src/cart.js': 'two\n', 'src/gone.js': 'gone\n' });
  repository.tag('v1');
  repository.branch('other');
  repository.commit('Other', { 'src/other.js': 'other\n' });
  repository.checkout('main');
  repository.commit('Three', { 'docs/a.md': 'three\n' });
  repository.write({ 'docs/a.md': 'stashed\n' });
  repository.git('stash', 'push', '--quiet', '-m', 'mine');
  return repository;
}

/** Work of every sort that is not committed. */
function dirty(repository: GitRepository): void {
  repository.write({ 'src/cart.js': 'staged\n', 'src/new.js': 'staged and new\n' });
  repository.git('add', 'src');
  repository.write({
    'src/cart.js': 'edited\r\nwith other line ends\n',
    'src/gone.js': null,
    'notes.txt': 'mine\n',
    'notes with ü and space.txt': new Uint8Array([0, 255, 10, 13]),
    // What only a quoted path can say.
    ...(process.platform === 'win32' ? {} : { 'odd "one"\\\n.txt': 'odd\n' }),
    '.env': 'KEY=1\n',
    'node_modules/big/index.js': '',
  });
  chmodSync(path.join(repository.folder, 'notes.txt'), 0o600);
  symlinkSync('src/cart.js', path.join(repository.folder, 'link'));
}

/** A folder with a person's work of every sort. */
function personsFolder(): GitRepository {
  const repository = personsFolderClean();
  dirty(repository);
  return repository;
}

describe('a snapshot', () => {
  it(
    'brings everything of a person’s back, byte for byte, whatever was done',
    async () => {
      const machine = testMachine();
      const signal = new AbortController().signal;
      const original = personsFolder();
      const before = stateOf(original.folder);
      const found = await machine.git.repository(original.folder);
      if (found.kind !== 'answer') throw new Error(found.message);
      const repository = found.value;
      await takeSnapshot(machine, repository, 'one', signal);
      expect(stateOf(original.folder)).toEqual(before);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 5 }), async (chosen) => {
          for (const act of chosen)
            try {
              execFileSync('sh', ['-c', act], { cwd: original.folder, stdio: 'ignore' });
            } catch {
              // What cannot be done does no harm.
            }
          const snapshot = await readSnapshot(machine, repository, 'one', signal);
          if (!snapshot) throw new Error('the snapshot is gone');
          await findLosses(machine, repository, snapshot, signal);
          expect(await restoreSnapshot(machine, repository, snapshot, 'undo', signal)).toEqual([]);
          expect(stateOf(original.folder)).toEqual(before);
          const left = await findLosses(machine, repository, snapshot, signal);
          expect(left.filter(({ kind }) => kind !== 'beyond')).toEqual([]);
        }),
        { numRuns: runs(300, 3) },
      );
    },
    longest,
  );

  it(
    'brings back what was destroyed from a worktree, in the main checkout as well',
    async () => {
      const machine = testMachine();
      const signal = new AbortController().signal;
      const { folder, worktree: addWorktree, branch, checkout } = personsFolderClean();
      branch('feature/STORY-001');
      checkout('main');
      const worktree = addWorktree('feature/STORY-001');
      dirty(openGitRepository(folder));
      dirty(openGitRepository(worktree));
      const places = [worktree, folder];
      const before = places.map(stateOf);
      const repositories = await Promise.all(
        places.map(async (place) => {
          const found = await machine.git.repository(place);
          if (found.kind !== 'answer') throw new Error(found.message);
          return found.value;
        }),
      );
      const names = ['one', mainOf('one')];
      for (const [index, repository] of repositories.entries())
        await takeSnapshot(machine, repository, names[index] ?? '', signal);
      const common = path.join(folder, '.git');
      const act = fc.oneof(
        {
          weight: 9,
          arbitrary: fc.record({ act: fc.constantFrom(...acts), at: fc.constantFrom(worktree, worktree, folder) }),
        },
        { weight: 1, arbitrary: fc.record({ act: fc.constantFrom(...leaving), at: fc.constant(worktree) }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), async (chosen) => {
          for (const one of chosen)
            try {
              execFileSync('sh', ['-c', one.act], { cwd: one.at, stdio: 'ignore' });
            } catch {
              // What cannot be done does no harm.
            }
          expect(
            (await undoSession(machine, worktree, 'one', signal, { hasLostBeside: true, common })).failures,
          ).toEqual([]);
          expect(places.map(stateOf)).toEqual(before);
        }),
        { numRuns: runs(300, 2) },
      );
    },
    longest,
  );

  it('can be taken where the commits of a submodule conflict, which are of another repository', async () => {
    const machine = testMachine();
    const { folder, git } = personsFolder();
    const conflict = [1, 2, 3].map((side) => `160000 ${String(side).repeat(40)} ${side}\tvendor\n`);
    execFileSync('git', ['update-index', '--index-info'], { cwd: folder, input: conflict.join('') });
    expect(git('status', '--porcelain')).toContain('UU vendor');
    const found = await machine.git.repository(folder);
    if (found.kind !== 'answer') throw new Error(found.message);
    const snapshot = await takeSnapshot(machine, found.value, 'one', new AbortController().signal);
    expect(snapshot.note.files.map((file) => file.path)).toContain('src/new.js');
  });

  it('tells what was destroyed', async () => {
    const machine = testMachine();
    const signal = new AbortController().signal;
    const { folder, git } = personsFolder();
    const found = await machine.git.repository(folder);
    if (found.kind !== 'answer') throw new Error(found.message);
    const snapshot = await takeSnapshot(machine, found.value, 'one', signal);
    git('stash', 'drop', '--quiet');
    git('branch', '-D', 'other');
    git('reset', '--quiet', '--hard', 'HEAD~2');
    git('clean', '-qfdx');
    expect(await findLosses(machine, found.value, snapshot, signal)).toEqual(
      expect.arrayContaining([
        { kind: 'removed', name: 'notes.txt' },
        { kind: 'removed', name: '.env' },
        { kind: 'changed', name: 'src/cart.js' },
        { kind: 'beyond', name: 'node_modules/' },
        { kind: 'gone', name: 'other' },
        { kind: 'moved', name: 'main' },
        { kind: 'gone', name: 'stash "On main: mine"' },
      ]),
    );
  });
});
