import { describe, it } from 'vitest';
import { scope } from '../../../server/src/gates/conditions/scope.js';
import type { WorkChange } from '../../../server/src/workspace/work/work.js';
import { change, checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

const link = { modeAfter: '120000' };
const changed = (...changes: readonly WorkChange[]): GateCase => ({ project: gateProject(), work: { changes } });
const edited = (...paths: readonly string[]): GateCase => changed(...paths.map((path) => change(path, 'a', 'b')));
const touching = (touches: string, ...paths: readonly string[]): GateCase => ({
  ...edited(...paths),
  project: gateProject({ surface: touches === '' ? '' : `| Touches | ${touches} |` }),
});
const planned = (path: string): GateCase => {
  const surface = `| Touches | \`src/cart.ts\` |\n\n## Implementation Steps\n\n| Step | File | Action |\n| --- | --- | --- |\n| 1 | \`src/store.ts\` | keep |`;
  return { ...edited(path), project: gateProject({ surface }) };
};

/** A lock file as one toolchain wrote it, and as another one does. */
const rewritten: readonly (readonly [string, string, string])[] = [
  [
    'Cargo.lock',
    'version = 3\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\n',
    '# Generated.\nversion = 4\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\n',
  ],
  [
    'package-lock.json',
    '{\n  "lockfileVersion": 2,\n  "packages": {}\n}\n',
    '{\n  "lockfileVersion": 3,\n  "packages": {}\n}\n',
  ],
  [
    'poetry.lock',
    '# Poetry 1.7\n[metadata]\nlock-version = "2.0"\n',
    '# Poetry 2.1\n[metadata]\nlock-version = "2.1"\n',
  ],
  ['uv.lock', 'version = 1\n[[package]]\n', 'version = 1\nrevision = 2\n[[package]]\n'],
  ['pnpm-lock.yaml', "lockfileVersion: '6.0'\npackages:\n", "lockfileVersion: '9.0'\npackages:\n"],
  ['web/yarn.lock', '__metadata:\n  version: 6\n  cacheKey: 8\n', '__metadata:\n  version: 8\n  cacheKey: 10c0\n'],
  ['go.sum', 'a.test/b v1.0.0 h1:a=\n', 'a.test/b v1.0.0 h1:a=\r\n'],
];
const locks = (more: string, ...changes: readonly WorkChange[]): GateCase => ({
  ...changed(...changes),
  project: gateProject({ more }),
});

/** What may be more than a report. */
const madeByRun = [
  '.github/workflows/a.yml',
  'AGENTS.md',
  'committed.xml',
  'docs/specs/STORY-002.md',
  'package.json',
  'src/a.ts',
  'test/a.xml',
  'vitest.config.ts',
];

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes a file and a folder that are named', edited('src/cart.ts', 'src/store/a/b.ts'), { state: 'pass' }],
  ['passes globs', touching('`src/**/*.ts`, `*.css`', 'src/a/b.ts', 'src/a/c.css'), { state: 'pass' }],
  ['passes what the steps name', planned('src/store.ts'), { state: 'pass' }],
  [
    'passes the item’s documents and those of all',
    edited(
      'docs/specs/STORY-001.md',
      'docs/test_cases/STORY-001_case.md',
      'docs/product/sprint_board.md',
      'docs/product/context.md',
      'docs/product/archive/archive_202601.md',
      'docs/architecture/governance/lessons.md',
    ),
    { state: 'pass', summary: '6 changed files within' },
  ],
  ['passes prose for people', edited('docs/guide/cart.md', 'CHANGELOG.md', 'packages/a/README.md'), { state: 'pass' }],
  [
    'passes tests that name the item, and their snapshots',
    changed(
      change('test/cart.test.ts', 'a', 'b'),
      change('test/__snapshots__/cart.test.ts.snap', undefined, 'a'),
      change('test/cart.test.ts.snapshot', undefined, 'a'),
      change('test/old.test.ts', '// STORY-001', undefined),
    ),
    { state: 'pass' },
  ],
  [
    'passes the lock file of a manifest that is within',
    touching('`packages/a/package.json`', 'packages/a/package.json', 'package-lock.json'),
    { state: 'pass' },
  ],
  ...rewritten.map(([path, before, after]): readonly [string, GateCase, ExpectedOutcome] => [
    `passes ${path} with the same packages in another format`,
    changed(change(path, before, after)),
    { state: 'pass' },
  ]),
  [
    'passes the lock file that a first build makes',
    locks(
      '=== Cargo.toml\n[package]\n=== Cargo.lock\nversion = 4\n=== api/go.mod\nmodule a\n=== api/go.sum\na v1 h1:a=\n',
      change(
        'Cargo.lock',
        undefined,
        'version = 4\n[[package]]\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
      ),
      change('api/go.sum', undefined, 'a v1 h1:a=\n'),
    ),
    { state: 'pass' },
  ],
  [
    'fails at a first lock file with packages from elsewhere',
    locks(
      '=== package.json\n{}\n=== package-lock.json\n{}\n=== web/Cargo.toml\n[package]\n=== web/Cargo.lock\n\n=== py/pyproject.toml\n\n=== py/uv.lock\n\n',
      change(
        'package-lock.json',
        undefined,
        '{ "a": { "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz" }, "b": { "resolved": "https://registry.npmjs.org.evil.example/b.tgz" } }\n',
      ),
      change('web/Cargo.lock', undefined, 'source = "git+https://evil.example/a#1"\n'),
      change('py/uv.lock', undefined, 'source = { registry = "https://evil.example/simple" }\n'),
    ),
    { state: 'fail', problems: ['package-lock.json', 'py/uv.lock', 'web/Cargo.lock'] },
  ],
  [
    'fails at a package written behind the version of a lock file’s format',
    locks(
      '=== package.json\n{}\n=== package-lock.json\n{}\n',
      change(
        'package-lock.json',
        '{\n  "lockfileVersion": 3,\n  "packages": {}\n}\n',
        '{\n  "lockfileVersion": 3,\n  "cacheKey": 0, "node_modules/a": { "resolved": "https://evil.example/a" },\n  "packages": {}\n}\n',
      ),
    ),
    { state: 'fail', problems: ['package-lock.json'] },
  ],
  [
    'fails at what names the format of another lock file, or is deeper in it',
    locks(
      '=== package.json\n{}\n=== package-lock.json\n{}\n=== web/package.json\n{}\n=== web/yarn.lock\n\n',
      change('package-lock.json', '{\n  "packages": {}\n}\n', '{\n  "cacheKey": 0,\n  "packages": {}\n}\n'),
      change('web/yarn.lock', '"a@1":\n  version: 1.0.0\n', '"a@1":\n  version: 1.0.0\n    version: 2\n'),
    ),
    { state: 'fail', problems: ['package-lock.json', 'web/yarn.lock'] },
  ],
  [
    'fails at one of another package manager, of no manifest, with other packages, and at one that is gone',
    locks(
      '=== package.json\n{}\n=== yarn.lock\n\n',
      change('package-lock.json', undefined, '{}'),
      change('poetry.lock', undefined, ''),
      change('Cargo.lock', 'version = "1.0.0"\n', 'version = "1.0.1"\n'),
      change('yarn.lock', 'a@1:\n', undefined),
    ),
    { state: 'fail', problems: ['Cargo.lock', 'package-lock.json', 'poetry.lock', 'yarn.lock'] },
  ],
  [
    'passes, and tells, what only commits changed that name what was Done before',
    changed(change('src/cart.ts', 'a', 'b'), { ...change('src/a.ts', 'a', 'b'), claimed: ['STORY-000'] }),
    {
      state: 'pass',
      summary: /^1 changed file within .*; 1 more file in commits that only name earlier Done items \(STORY-000\)$/u,
    },
  ],
  [
    'fails at a link out of the project whoever is named',
    changed({ ...change('src/a', undefined, '../../b', link), claimed: ['STORY-000'] }),
    { state: 'fail', problems: ['points out of the project'] },
  ],
  [
    'passes where the spec says nothing',
    touching('', 'src/a.ts'),
    { state: 'pass', summary: 'does not say', doubt: /^List the files/u },
  ],
  ['has no doubt where that is all documents', touching('', 'docs/specs/STORY-001.md'), { state: 'pass', doubt: null }],
  ['has no doubt where the spec names files', edited('src/cart.ts'), { state: 'pass', doubt: null }],
  ['passes a submodule that is named', touching('`lib`', 'lib'), { state: 'pass' }],
  [
    'passes a link within the project',
    changed(change('src/store/a', undefined, '../cart.ts', link)),
    { state: 'pass' },
  ],
  [
    'passes what a person approved',
    { ...edited('src/a.ts'), words: [{ about: 'approve', what: 'scope:src/a.ts' }] },
    { state: 'pass', summary: '1 approved' },
  ],
  [
    'passes, and tells, what a run made beside the sources and nobody committed',
    {
      ...changed(change('coverage.xml', undefined, 'a'), change('src/cart.ts', 'a', 'b')),
      log: [{ kind: 'made', paths: ['coverage.xml'] }],
    },
    { state: 'pass', summary: '1 changed file within what the spec names; 1 more file left by a run (coverage.xml)' },
  ],
  [
    'fails at what a run made that is code, of tests, of git or for people, that was committed, and at what no run made',
    {
      project: gateProject(),
      work: {
        changes: [...madeByRun, 'later.xml'].map((path) => change(path, undefined, 'a')),
        commits: [{ subject: 'STORY-001: Add', paths: ['committed.xml'] }],
      },
      log: [{ kind: 'made', paths: madeByRun }],
    },
    { state: 'fail', problems: [...madeByRun, 'later.xml'].sort() },
  ],
  [
    'fails at files that are not named, by how they changed',
    changed(
      change('src/a.ts', 'a', 'b'),
      change('src/b.ts', undefined, 'b'),
      change('src/c.ts', 'a', undefined),
      change('../other/d.ts', 'a', 'b'),
    ),
    {
      state: 'fail',
      problems: ['../other/d.ts was changed', 'src/a.ts was changed', 'src/b.ts was added', 'src/c.ts was deleted'],
      approvable: ['scope:../other/d.ts', 'scope:src/a.ts', 'scope:src/b.ts', 'scope:src/c.ts'],
    },
  ],
  [
    'fails at documents of other items, what agents are told, tests that name none, and a lone lock file',
    edited('AGENTS.md', 'docs/specs/STORY-002.md', 'package-lock.json', 'test/other.test.ts'),
    { state: 'fail', problems: ['AGENTS.md', 'STORY-002.md', 'package-lock.json', 'other.test.ts'] },
  ],
  [
    'takes a name alone for the file at the root where there is one',
    touching('`cart.ts`', 'cart.ts', 'src/deep/cart.ts'),
    { state: 'fail', problems: ['src/deep/cart.ts'] },
  ],
  ['takes a name alone for a file anywhere else', touching('`cart.ts`', 'src/deep/cart.ts'), { state: 'pass' }],
  [
    'fails where an approval is another item’s or for another file',
    {
      ...edited('src/a.ts'),
      words: [
        { about: 'approve', what: 'scope:src/a.ts', item: 'STORY-002' },
        { about: 'approve', what: 'scope:src/b.ts' },
        { about: 'override', what: 'scope:src/a.ts' },
      ],
    },
    { state: 'fail', problems: ['src/a.ts'] },
  ],
  [
    'fails at links out of the project, wherever they are',
    changed(
      change('src/store/a', undefined, '../../../etc/passwd', link),
      change('src/store/b', 'x', '/etc/passwd', link),
      change('src/store/c', undefined, undefined, link),
      change('lib/d', undefined, '/etc/passwd', link),
    ),
    {
      state: 'fail',
      problems: ['lib/d points out', 'a points out of the project', 'b points out', 'c cannot be read'],
      approvable: [],
    },
  ],
  [
    'fails at a submodule that moved',
    changed(change('src/store/lib', undefined, undefined, { modeBefore: '160000', modeAfter: '160000' })),
    { state: 'fail', problems: ['The submodule src/store/lib was changed'], approvable: ['scope:src/store/lib'] },
  ],
  ['does not know without git', { project: gateProject(), work: 'none' }, { state: 'unknown' }],
];

describe('the condition scope', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(scope, stated, expected);
  });
});
