import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Files, type GitRepository, gitRepository, openGitRepository } from '../../../support/gitRepository.js';
import { openWork } from '../../../support/openWork.js';
import { sampled } from '../../../support/runs.js';

interface Case {
  readonly name: string;
  /** What is committed before the work begins. */
  readonly before?: Files;
  readonly change: (repository: GitRepository) => void;
  /** Path, kind, modes where they are not the usual ones, texts before and after: `-` for none. */
  readonly changes: readonly string[];
}

const place = (repository: GitRepository, name: string): string => path.join(repository.folder, name);

/** Makes `sub` a submodule with one commit; another one each time it is called. */
function submodule(repository: GitRepository, content: string): void {
  const folder = place(repository, 'sub');
  mkdirSync(folder, { recursive: true });
  const inner = gitRepository(folder);
  inner.commit('Inside', { 'inside.ts': content });
}

const cases: readonly Case[] = [
  { name: 'nothing', change: () => {}, changes: [] },
  {
    name: 'what is committed, staged, changed in the folder and not tracked',
    before: { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n' },
    change: (repository) => {
      repository.commit('STORY-001: a', { 'a.ts': 'a2\n' });
      repository.write({ 'b.ts': 'b2\n' });
      repository.git('add', 'b.ts');
      repository.write({ 'b.ts': 'b3\n', 'c.ts': 'c2\n', 'deep/er/d.ts': 'd\n' });
    },
    changes: [
      'a.ts modified "a\\n" "a2\\n"',
      'b.ts modified "b\\n" "b3\\n"',
      'c.ts modified "c\\n" "c2\\n"',
      'deep/er/d.ts added - "d\\n"',
    ],
  },
  {
    name: 'a change that was taken back',
    before: { 'a.ts': 'a\n' },
    change: (repository) => {
      repository.commit('STORY-001: a', { 'a.ts': 'a2\n' });
      repository.write({ 'a.ts': 'a\n' });
    },
    changes: [],
  },
  {
    name: 'a deleted file and a renamed one',
    before: { 'a.ts': 'a\n', 'b.ts': 'b\n' },
    change: (repository) => {
      rmSync(place(repository, 'a.ts'));
      renameSync(place(repository, 'b.ts'), place(repository, 'moved.ts'));
    },
    changes: ['a.ts deleted "a\\n" -', 'b.ts deleted "b\\n" -', 'moved.ts added - "b\\n"'],
  },
  {
    name: 'a mode, and nothing else',
    before: { 'run.sh': '#!/bin/sh\n' },
    change: (repository) => chmodSync(place(repository, 'run.sh'), 0o755),
    changes: ['run.sh modified 100644>100755 "#!/bin/sh\\n" "#!/bin/sh\\n"'],
  },
  {
    name: 'a link in place of a file, and a new one that leads out',
    before: { 'a.ts': 'a\n' },
    change: (repository) => {
      rmSync(place(repository, 'a.ts'));
      symlinkSync('b.ts', place(repository, 'a.ts'));
      symlinkSync('/etc/hostname', place(repository, 'out'));
    },
    changes: ['a.ts modified 100644>120000 "a\\n" "b.ts"', 'out added >120000 - "/etc/hostname"'],
  },
  {
    name: 'a file changed with size and time kept',
    before: { 'a.ts': 'aa\n' },
    change: (repository) => {
      const at = new Date(1_700_000_000_000);
      utimesSync(place(repository, 'a.ts'), at, at);
      repository.git('update-index', '--refresh');
      repository.git('config', 'core.trustctime', 'false');
      repository.git('config', 'core.checkStat', 'minimal');
      // The system's own time of the change is told in seconds.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
      repository.write({ 'a.ts': 'bb\n' });
      utimesSync(place(repository, 'a.ts'), at, at);
    },
    changes: ['a.ts modified "aa\\n" "bb\\n"'],
  },
  {
    name: 'a file changed in the moment that the index was written',
    before: { 'a.ts': 'aa\n' },
    change: (repository) => {
      const setTime = (name: string): void => utimesSync(place(repository, name), 1_700_000_000, 1_700_000_000);
      repository.write({ 'a.ts': 'bb\n' });
      setTime('a.ts');
      repository.git('add', 'a.ts');
      setTime('.git/index');
      repository.write({ 'a.ts': 'cc\n' });
      setTime('a.ts');
    },
    changes: ['a.ts modified "aa\\n" "cc\\n"'],
  },
  {
    name: 'files git was told not to look at',
    before: { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.ts': 'd\n' },
    change: (repository) => {
      repository.git('update-index', '--assume-unchanged', 'a.ts', 'd.ts');
      repository.git('update-index', '--skip-worktree', 'b.ts', 'c.ts');
      repository.write({ 'a.ts': 'a2\n', 'b.ts': 'b2\n', 'c.ts': null });
    },
    changes: ['a.ts modified "a\\n" "a2\\n"', 'b.ts modified "b\\n" "b2\\n"', 'c.ts deleted "c\\n" -'],
  },
  {
    name: 'what a sparse checkout leaves out is not deleted',
    before: { 'in/a.ts': 'a\n', 'out/b.ts': 'b\n' },
    change: (repository) => {
      repository.git('sparse-checkout', 'set', 'in');
      repository.write({ 'in/a.ts': 'a2\n' });
    },
    changes: ['in/a.ts modified "a\\n" "a2\\n"'],
  },
  {
    name: 'what git ignores is no part of it, unless it is tracked',
    before: { '.gitignore': '*.log\nbuild/\n' },
    change: (repository) => {
      repository.write({ 'a.log': 'x', 'build/b.ts': 'x', 'kept.log': 'x\n' });
      repository.git('add', '--force', 'kept.log');
    },
    changes: ['kept.log added - "x\\n"'],
  },
  {
    name: 'line ends, where git turns them',
    before: { '.gitattributes': '*.txt text\n', 'same.txt': 'a\nb\n', 'other.txt': 'a\nb\n' },
    change: (repository) => {
      repository.git('config', 'core.autocrlf', 'true');
      repository.git('config', 'core.safecrlf', 'true');
      repository.write({ 'same.txt': 'a\r\nb\r\n', 'other.txt': 'a\r\nc\r\n', 'mixed.txt': 'a\r\nb\nc\n' });
    },
    changes: ['mixed.txt added - "a\\nb\\nc\\n"', 'other.txt modified "a\\nb\\n" "a\\nc\\n"'],
  },
  {
    name: 'line ends, where git leaves them',
    before: { 'a.txt': 'a\n' },
    change: (repository) => repository.write({ 'a.txt': 'a\r\n' }),
    changes: ['a.txt modified "a\\n" "a\\r\\n"'],
  },
  {
    name: 'what is no text or too large has none',
    before: { 'a.bin': Uint8Array.of(1, 0, 2), 'big.txt': 'small\n' },
    change: (repository) =>
      repository.write({
        'a.bin': Uint8Array.of(1, 0, 3),
        'big.txt': 'x'.repeat(2 * 1024 * 1024 + 1),
        'last.txt': 'comes after it\n',
      }),
    changes: ['a.bin modified - -', 'big.txt modified "small\\n" -', 'last.txt added - "comes after it\\n"'],
  },
  {
    name: 'an empty file has a text',
    before: { 'a.ts': '' },
    change: (repository) => repository.write({ 'a.ts': 'a', 'b.ts': '' }),
    changes: ['a.ts modified "" "a"', 'b.ts added - ""'],
  },
  {
    name: 'blanks, other scripts and line breaks in names',
    before: { 'a b.ts': 'a' },
    change: (repository) =>
      repository.write({ 'a b.ts': 'b', 'ü/日本.ts': 'c', ':(top)x.ts': 'd', 'line\nbreak.ts': 'e' }),
    changes: [
      ':(top)x.ts added - "d"',
      'a b.ts modified "a" "b"',
      'line\nbreak.ts added - "e"',
      'ü/日本.ts added - "c"',
    ],
  },
  {
    name: 'a submodule that moved',
    change: (repository) => {
      submodule(repository, 'one');
      repository.git('add', 'sub');
      repository.commit('Chore: a submodule');
      repository.branch('feature/STORY-001-b', 'HEAD');
      repository.git('branch', '--force', 'main', 'HEAD');
      submodule(repository, 'two');
    },
    changes: ['sub modified 160000>160000 - -'],
  },
  {
    name: 'a submodule whose moves are to be passed over',
    change: (repository) => {
      submodule(repository, 'one');
      repository.write({ '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n' });
      repository.git('add', 'sub', '.gitmodules');
      repository.git('commit', '-m', 'Chore: a submodule');
      repository.git('branch', '--force', 'main', 'HEAD');
      submodule(repository, 'two');
      repository.git('-c', 'diff.ignoreSubmodules=none', 'add', '--force', 'sub');
      repository.git('commit', '--allow-empty', '-m', 'STORY-001: moved');
    },
    changes: ['sub modified 160000>160000 - -'],
  },
  {
    name: 'a submodule in a folder for installed things',
    change: (repository) => {
      repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/rules`);
      repository.git('commit', '-m', 'STORY-001: rules of others');
      mkdirSync(place(repository, 'vendor/rules'), { recursive: true });
    },
    changes: ['vendor/rules added >160000 - -'],
  },
  {
    name: "a worktree within the folder is nobody's submodule",
    change: (repository) => repository.git('worktree', 'add', '--quiet', '-b', 'other', '.worktrees/other'),
    changes: [],
  },
  {
    name: "a worktree directly below the root is nobody's submodule, another repository there may be one",
    change: (repository) => {
      repository.git('worktree', 'add', '--quiet', '-b', 'other', 'other');
      submodule(repository, 'one');
    },
    changes: ['sub added >160000 - -'],
  },
  {
    name: 'a worktree that is committed',
    change: (repository) => {
      repository.git('worktree', 'add', '--quiet', '-b', 'other', 'other');
      repository.commit('STORY-001: other');
    },
    changes: ['other added >160000 - -'],
  },
];

test.each(sampled(cases))('sees $name', async ({ before = {}, change, changes }) => {
  const repository = gitRepository();
  repository.commit('Chore: begin', { 'README.md': 'x\n', ...before });
  repository.branch('feature/STORY-001');
  change(repository);
  const work = await openWork(repository.folder).work();
  const said = work.changes.map(({ path: file, kind, modeBefore = '', modeAfter = '', ...texts }) => {
    const modes = [modeBefore, modeAfter].every((mode) => mode === '' || mode === '100644')
      ? []
      : [`${modeBefore}>${modeAfter}`];
    const written = [texts.before, texts.after].map((text) => (text === undefined ? '-' : JSON.stringify(text)));
    return [file, kind, ...modes, ...written].join(' ');
  });
  expect(said).toEqual(changes);
});

test('tells paths from the project root, which may lie below the top', async () => {
  const repository = gitRepository();
  repository.commit('Chore: begin', { 'packages/one/a.ts': 'a\n', 'packages/two/b.ts': 'b\n' });
  repository.branch('feature/STORY-001');
  repository.commit('STORY-001: both', { 'packages/one/a.ts': 'a2\n', 'packages/two/b.ts': 'b2\n' });
  repository.write({ 'top.ts': 't\n' });
  repository.git('update-index', '--assume-unchanged', 'packages/two/b.ts');
  const work = await openWork(path.join(repository.folder, 'packages', 'one')).work();
  expect(work.changes.map(({ path: file }) => file)).toEqual(['../../top.ts', '../two/b.ts', 'a.ts']);
  expect(work.commits.map(({ paths }) => paths)).toEqual([['a.ts', '../two/b.ts']]);
  expect(work.hidden).toEqual([{ path: '../two/b.ts', kind: 'unwatched' }]);
});

test('judges each worktree by its own folder', async () => {
  const repository = gitRepository();
  repository.commit('Chore: begin', { 'a.ts': 'a\n' });
  repository.git('branch', 'feature/STORY-001');
  const folder = repository.worktree('feature/STORY-001');
  openGitRepository(folder).write({ 'a.ts': 'changed\n' });
  const [there, here] = [await openWork(folder).work(), await openWork(repository.folder).work()];
  expect(there.changes.map(({ path: file, after }) => [file, after])).toEqual([['a.ts', 'changed\n']]);
  expect(there.branch).toBe('feature/STORY-001');
  expect(here.changes).toEqual([]);
});

test('has the tree that a commit of everything would have', async () => {
  const repository = gitRepository();
  repository.commit('Chore: begin', { 'a.ts': 'a\n', 'b.ts': 'b\n', '.gitignore': '*.log\n' });
  repository.write({ 'a.ts': null, 'c d.ts': 'c\n', 'x.log': 'x' });
  const { tree } = await openWork(repository.folder).work();
  repository.commit('STORY-001: all');
  expect(tree).toBe(repository.git('rev-parse', 'HEAD^{tree}'));
});
