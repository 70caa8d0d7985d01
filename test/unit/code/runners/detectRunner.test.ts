import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { detectRunner } from '../../../../server/src/code/runners/detectRunner.js';
import { ownCommands, ownResults } from '../../../../server/src/code/runners/ownCommand.js';
import { wantedTests } from './checkRunner.js';

const scripts = (test: string, more: object = {}): string => JSON.stringify({ scripts: { test }, ...more });

describe('the runner of a test file', () => {
  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['a.test.ts', "import { it } from 'vitest';", {}, 'vitest in '],
    ['a.test.ts', "import { test } from 'node:test';", { 'package.json': scripts('vitest') }, 'node in '],
    ['a.test.ts', "const { it } = require('@jest/globals');", { 'package.json': '{' }, 'jest in '],
    ['a.test.ts', '', { 'package.json': scripts('jest --ci') }, 'jest in '],
    ['a.test.ts', '', { 'package.json': scripts('node --import tsx --test src') }, 'node in  --import tsx'],
    ['a.test.ts', '', { 'package.json': scripts('npm run x', { devDependencies: { mocha: '12' } }) }, 'mocha in '],
    ['a.test.ts', '', { 'package.json': '{}', 'vitest.config.ts': '' }, 'vitest in '],
    ['a.test.ts', '', { 'package.json': '{}', '.mocharc.yml': '' }, 'mocha in '],
    ['a.test.ts', '', { 'package.json': scripts('tap') }, 'none'],
    ['a.test.ts', '', {}, 'none'],
    ['e2e/a.spec.ts', "import { test } from '@playwright/test';", { 'package.json': scripts('vitest') }, 'none'],
    ['cypress/e2e/a.cy.ts', '', { 'package.json': scripts('vitest') }, 'none'],
    // The nearest package that tells, which may be the one around the workspace.
    [
      'web/ui/a.test.ts',
      '',
      { 'package.json': scripts('vitest'), 'web/package.json': scripts('jest'), 'web/ui/package.json': '{}' },
      'jest in web',
    ],
    ['api/tests/test_a.py', '', { 'api/pyproject.toml': '' }, 'pytest in api'],
    ['test_a.py', '', {}, 'pytest in '],
    ['shop/cart/a_test.go', '', { 'shop/go.mod': '', 'go.mod': '' }, 'go in shop'],
    ['a_test.go', '', {}, 'none'],
    ['crates/cart/src/lib.rs', '', { 'Cargo.toml': '', 'crates/cart/Cargo.toml': '' }, 'cargo in crates/cart'],
    ['src/test/java/ATest.java', '', { 'pom.xml': '', 'build.gradle': '' }, 'maven in '],
    ['app/src/test/java/ATest.java', '', { 'pom.xml': '', 'app/build.gradle.kts': '' }, 'gradle in app'],
    ['a_spec.rb', '', { Gemfile: '' }, 'none'],
    ['ATests.cs', '', {}, 'none'],
  ])('%s with %j and %j', (path, text, files, expected) => {
    const found = detectRunner(parseSource(path, text), new Map(Object.entries(files)));
    const said = found ? [`${found.runner} in ${found.folder}`, ...found.nodeOptions].join(' ') : 'none';
    expect(said).toBe(expected);
  });
});

describe("the user's own command", () => {
  const tests = wantedTests({
    'src/a.test.ts': "describe('S', () => { it('a {file} $1', f); it(`b ${x}`, f); });",
    'src/b.test.ts': "it('c', f);",
  });
  const lines = (template: readonly string[]): string[] =>
    ownCommands(template, tests).map(({ program, args, tests: own }) =>
      [program.kind === 'installed' ? program.name : '', ...args, own.length].join(' | '),
    );

  it('is started once per test where it names the test, with each argument whole', () => {
    expect(lines(['ava', '{file}', '--match={name}'])).toEqual([
      'ava | src/a.test.ts | --match=S a {file} $1 | 1',
      'ava | src/a.test.ts | --match=S b … | 1',
      'ava | src/b.test.ts | --match=c | 1',
    ]);
  });

  it('is started once per file else', () => {
    expect(lines(['ava', '{file}'])).toEqual(['ava | src/a.test.ts | 2', 'ava | src/b.test.ts | 1']);
  });

  it.each([
    [0, { status: 'passed' }],
    [3, { status: 'failed', message: 'the command exited with code 3\nSaid' }],
    [null, { status: 'errored', message: 'did not finish\nSaid' }],
  ])('has its exit code %s for a result', (exitCode, expected) => {
    const [result] = ownResults(tests, { output: '', said: 'Said\n', files: [], exitCode });
    expect(result).toEqual({ id: tests[0]?.id, ...expected });
  });
});
