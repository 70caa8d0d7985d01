import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Files, firstCommitAt, type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { openWork } from '../../../support/openWork.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';
import { sampled } from '../../../support/runs.js';

interface Case {
  readonly name: string;
  readonly before?: Files;
  readonly change: (repository: GitRepository) => void;
  /** `kind path by`. */
  readonly hidden: readonly string[];
}

/** As if the file had been written before anything was committed. */
function makeOld(repository: GitRepository, name: string): void {
  const at = new Date(firstCommitAt - 1000);
  utimesSync(path.join(repository.folder, name), at, at);
}

const cases: readonly Case[] = [
  {
    name: 'source that a new pattern ignores',
    before: { '.gitignore': '*.log\n' },
    change: (repository) =>
      repository.write({
        '.gitignore': '*.log\n\nhelper.ts\n',
        'src/helper.ts': 'x',
        'src/other.ts': 'x',
        'a.log': 'x',
      }),
    hidden: ['ignored src/helper.ts .gitignore:3'],
  },
  {
    name: 'source in a folder that a new pattern ignores',
    before: { '.gitignore': 'x\n' },
    change: (repository) =>
      repository.write({
        '.gitignore': 'x\nhidden/\n',
        'hidden/a.ts': 'x',
        'hidden/deep/b.py': 'x',
        'hidden/notes.txt': 'x',
        'hidden/node_modules/c.js': 'x',
      }),
    hidden: ['ignored hidden/a.ts .gitignore:2', 'ignored hidden/deep/b.py .gitignore:2'],
  },
  {
    name: 'source in a folder all of whose files a new pattern ignores',
    before: { '.gitignore': 'x\n' },
    change: (repository) => repository.write({ '.gitignore': 'x\n*.gen.ts\n', 'gen/a.gen.ts': 'x' }),
    hidden: ['ignored gen/a.gen.ts .gitignore:2'],
  },
  {
    name: 'no source that an old pattern ignores, on whatever line it is now',
    before: { '.gitignore': 'helper.ts\r\nlocal/\n' },
    change: (repository) =>
      repository.write({ '.gitignore': '# ours\nlocal/\nhelper.ts\n', 'helper.ts': 'x', 'local/a.ts': 'x' }),
    hidden: [],
  },
  {
    name: 'nothing that is installed or built, by whatever pattern',
    change: (repository) =>
      repository.write({
        '.gitignore': 'node_modules/\ndist/\n*.map\n.env\n',
        'node_modules/a/b.js': 'x',
        'packages/one/dist/c.js': 'x',
        'd.map': 'x',
        '.env': 'x',
      }),
    hidden: [],
  },
  {
    name: 'source that a .gitignore ignores which the work added',
    change: (repository) => repository.write({ 'src/.gitignore': 'a*.go\n', 'src/ab.go': 'x' }),
    hidden: ['ignored src/ab.go src/.gitignore:1'],
  },
  {
    name: 'source that git was told to ignore here alone',
    change: (repository) => repository.write({ '.git/info/exclude': '\n*.rb\n', 'a.rb': 'x' }),
    hidden: ['ignored a.rb .git/info/exclude:2'],
  },
  {
    name: 'no source that git was told to ignore here alone before the work began',
    change: (repository) => {
      repository.write({ '.git/info/exclude': '\n*.rb\n', 'a.rb': 'x' });
      makeOld(repository, '.git/info/exclude');
    },
    hidden: [],
  },
  {
    name: 'source that a file ignores which the configuration names',
    change: (repository) => {
      const folder = temporaryFolder({ patterns: 'a.ts\n' });
      repository.git('config', 'core.excludesFile', path.join(folder, 'patterns'));
      repository.write({ 'a.ts': 'x' });
    },
    hidden: ['ignored a.ts <elsewhere>/patterns:1'],
  },
  {
    name: 'files that git was told not to look at, changed or not',
    before: { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c', 'd.ts': 'd' },
    change: (repository) => {
      repository.git('update-index', '--assume-unchanged', 'a.ts');
      repository.git('update-index', '--skip-worktree', 'b.ts', 'c.ts');
      repository.write({ 'c.ts': null });
    },
    hidden: ['unwatched a.ts', 'unwatched b.ts', 'unwatched c.ts'],
  },
  {
    name: 'settings of the project that git ignores, by whatever pattern, and nothing beside them',
    before: { '.gitignore': '.pactwright/\n' },
    change: (repository) =>
      repository.write({
        '.pactwright/config.yaml': 'idleDays: 3\n',
        '.pactwright/baseline.json': '{}',
        '.pactwright/a.ts': 'x',
      }),
    hidden: ['ignored .pactwright/baseline.json .gitignore:1', 'ignored .pactwright/config.yaml .gitignore:1'],
  },
  {
    name: 'settings that are ignored one by one',
    change: (repository) =>
      repository.write({ '.pactwright/.gitignore': '*.yaml\n', '.pactwright/config.yaml': 'idleDays: 3\n' }),
    hidden: ['ignored .pactwright/config.yaml .pactwright/.gitignore:1'],
  },
  {
    name: 'tests that a sparse checkout leaves out',
    before: { 'in/a.ts': 'a', 'out/b.test.ts': 'b' },
    change: (repository) => repository.git('sparse-checkout', 'set', 'in'),
    hidden: ['leftOut out/b.test.ts'],
  },
  {
    name: 'source code that attributes which are not in git exchange',
    before: { 'a.ts': 'a', 'b.ts': 'b', 'c.txt': 'c' },
    change: (repository) => {
      repository.write({ '.git/info/attributes': 'a.* filter=other\n*.txt filter=other\n' });
      repository.git('config', 'filter.other.clean', 'echo a');
    },
    hidden: ['exchanged a.ts'],
  },
  {
    name: 'the same by a file that the configuration names',
    before: { 'a.ts': 'a' },
    change: (repository) => {
      const folder = temporaryFolder({ patterns: '*.ts filter=other\n' });
      repository.git('config', 'core.attributesFile', path.join(folder, 'patterns'));
    },
    hidden: ['exchanged a.ts'],
  },
  {
    name: 'nothing that attributes in git exchange',
    before: { '.gitattributes': '*.ts filter=other\n', 'a.ts': 'a' },
    change: (repository) => repository.write({ 'a.ts': 'b' }),
    hidden: [],
  },
  {
    name: 'nothing else that a sparse checkout leaves out',
    before: { 'in/a.ts': 'a', 'out/b.ts': 'b' },
    change: (repository) => repository.git('sparse-checkout', 'set', 'in'),
    hidden: [],
  },
];

test.each(sampled(cases))('tells of $name', async ({ before = {}, change, hidden }) => {
  const repository = gitRepository();
  repository.commit('Base', { 'README.md': 'x\n', ...before });
  repository.branch('feature/STORY-001');
  change(repository);
  const work = await openWork(repository.folder).work();
  const said = work.hidden.map(({ kind, path: file, by }) =>
    [kind, file, ...(by === undefined ? [] : [by.replace(/^\/.*\/(?=patterns)/, '<elsewhere>/')])].join(' '),
  );
  expect(said).toEqual(hidden);
});

test('tells from the project root what hides a file', async () => {
  const repository = gitRepository();
  repository.commit('Base', { 'one/README.md': 'x\n' });
  repository.write({ '.gitignore': 'a.ts\n', 'one/a.ts': 'x', 'two/a.ts': 'x' });
  const work = await openWork(path.join(repository.folder, 'one')).work();
  expect(work.hidden).toEqual([
    { path: 'a.ts', kind: 'ignored', by: '../.gitignore:1' },
    { path: '../two/a.ts', kind: 'ignored', by: '../.gitignore:1' },
  ]);
});
