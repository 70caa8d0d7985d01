import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const env = { PATH: process.env['PATH'] ?? '' };

describe('commit-gate', () => {
  const testFile = (module: string, body: string): string =>
    `import test from 'node:test';\nimport assert from 'node:assert';\nimport { one } from '../src/${module}.mjs';\n${body}\n`;
  const begin = (): GitRepository => {
    const repository = gitRepository();
    repository.commit('Begin', {
      'package.json': '{"scripts":{"test":"node --test"}}',
      'README.md': 'A shop\n',
      'src/a.mjs': 'export const one = 1;\n',
      'src/b.mjs': 'export const one = 1;\n',
      'test/a.test.mjs': testFile('a', "test('a is one', () => assert.equal(one, 1));\ntest.skip('later', () => {});"),
      'test/b.test.mjs': testFile('b', "test('b is one', () => assert.equal(one, 1));"),
    });
    repository.branch('feature/one');
    return repository;
  };
  const ask = (repository: GitRepository) => run({ cwd: repository.folder, env }, 'commit-gate');

  test('runs nothing for documents', async () => {
    const repository = begin();
    repository.write({ 'README.md': 'Another shop\n' });
    expect(await ask(repository)).toMatchObject({
      code: 0,
      out: 'allowed: nothing that tests can break was changed\n',
    });
  });

  test('runs the tests that the change reaches, and says which are skipped', async () => {
    const repository = begin();
    repository.write({ 'src/a.mjs': 'export const one = 2 - 1;\n' });
    expect((await ask(repository)).out).toBe(
      'skipped  test/a.test.mjs > later (a skipped test is no test that passes)\nallowed: 1 passed, 0 failed, 0 did not run, 1 skipped (1 test file can break)\n',
    );
  });

  test('refuses what breaks a test, and on the main branch runs all', async () => {
    const repository = begin();
    repository.write({ 'src/a.mjs': 'export const one = 2;\n' });
    const refused = await ask(repository);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^red {6}test\/a\.test\.mjs > a is one: /u);
    repository.checkout('main');
    expect((await ask(repository)).out).toContain(
      'refused: 1 passed, 1 failed, 0 did not run, 1 skipped (main is the branch',
    );
  });

  test('does not take what could not be started for red', async () => {
    const repository = gitRepository();
    repository.commit('Begin', { 'pyproject.toml': '', 'tests/test_a.py': 'def test_a():\n    pass\n' });
    repository.branch('feature/one');
    repository.write({ 'tests/test_a.py': 'def test_a():\n    assert True\n', '.venv/bin/python': 'no program' });
    const { code, out, err } = await ask(repository);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('no test could be run: ');
  });
});

describe('stack-lint', () => {
  test('runs the linter that the project has, and lets it fix', async () => {
    const cwd = temporaryFolder({
      'package.json': '{}',
      '.oxlintrc.json': '{"rules":{"no-var":"error"},"ignorePatterns":["node_modules"]}',
      'a.js': 'export var one = 1;\n',
    });
    const home = path.join(cwd, 'node_modules/oxlint');
    const bin = path.relative(home, path.resolve('node_modules/oxlint/bin/oxlint'));
    writeFiles(home, { 'package.json': JSON.stringify({ bin: { oxlint: bin } }) });
    const found = await run({ cwd, env }, 'stack-lint');
    expect(found.code).toBe(1);
    expect(found.out).toMatch(/no-var[^]*\nfail {2}oxlint: exit code 1\n$/u);
    expect((await run({ cwd, env }, 'stack-lint', '--advisory')).code).toBe(0);
    expect(await run({ cwd, env }, 'stack-lint', '--fix')).toMatchObject({ code: 0 });
    expect((await run({ cwd, env }, 'stack-lint')).code).toBe(0);
  });

  test('says what is missing, and does not call it an error of the code', async () => {
    const { code, err } = await run({ cwd: temporaryFolder({ 'package.json': '{}' }), env }, 'stack-lint');
    expect(code).toBe(3);
    expect(err).toContain('ESLint could not be run: eslint is not installed');
    expect(await run({ cwd: temporaryFolder({ 'a.txt': '' }), env }, 'stack-lint')).toMatchObject({ code: 1, out: '' });
  });

  test('runs the command of the project once a person lets it', async () => {
    const config = (words: string): string => `gates:\n  commands:\n    lint: ${words}\n`;
    const cwd = temporaryFolder({ '.pactwright/config.yaml': config(`['node', '-e', 'process.exit(2)']`) });
    expect(await run({ cwd, env }, 'stack-lint')).toMatchObject({ code: 1, out: '' });
    expect(await run({ cwd, env }, 'stack-lint', '--trust-commands')).toMatchObject({
      code: 1,
      out: 'fail  the lint command: exit code 2\n',
    });
    const fixed = await run({ cwd, env }, 'stack-lint', '--trust-commands', '--fix');
    expect(fixed.err).toContain('nothing is known of how');
  });
});
