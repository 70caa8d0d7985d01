import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { mostOutput, runProgram } from '../../../server/src/execution/programs/runProgram.js';
import { gateEnvironment } from '../../../server/src/execution/gates/environment.js';
import type { CommandRun, Place, TestsRun } from '../../../server/src/gates/lab.js';
import { type GitRepository, openGitRepository } from '../../support/gitRepository.js';
import { has, unless } from '../../support/hasProgram.js';
import { labOf, labProject, memoryLog, testsOf } from '../../support/labOf.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const here: Place = { kind: 'here' };
const told = ({ results }: TestsRun): readonly (readonly [string, string | undefined])[] =>
  Array.from(results.values(), ({ status, message }) => [status, message?.split('\n')[0]]);

const nodeTest = (body: string): string =>
  `import { spawn } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';\nimport { it } from 'node:test';\nit('a', async () => { ${body} });\n`;

/** A child that does nothing for as long as it is let, and does not end when it is asked to. */
const stubborn = `const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)']); writeFileSync('pid.txt', String(child.pid));`;

const isGone = async (repository: GitRepository): Promise<void> => {
  const pid = Number(readFileSync(path.join(repository.folder, 'pid.txt'), 'utf8'));
  await vi.waitFor(
    () => {
      expect(() => process.kill(pid, 0)).toThrow();
    },
    { timeout: 30_000 },
  );
};

describe('a run of tests has bounds', () => {
  it('one that hangs is ended with all that it started, and not kept', async () => {
    const repository = labProject({
      'a.test.mjs': nodeTest(`${stubborn} await new Promise(() => setInterval(() => 0, 1000));`),
    });
    const log = memoryLog();
    const run = await labOf(repository, { log, configuration: { timeLimit: 5 } }).runTests(
      testsOf(repository, 'a.test.mjs'),
      here,
    );
    expect(told(run)).toEqual([['errored', 'did not run: it took longer than 5 s and was stopped']]);
    expect(log.records.map(({ entry }) => entry)).toEqual([{ kind: 'made', paths: ['pid.txt'] }]);
    await isGone(repository);
  });

  it('one that hangs on changed code is ended soon, as it may do so by every change', async () => {
    const loop = 'export const steps = () => 2;\n';
    const test = nodeTest(`const { steps } = await import('./steps.mjs'); for (let n = 0; n < 2; n += steps());`);
    const repository = labProject({ 'steps.mjs': loop, 'a.test.mjs': test });
    const tree = repository.git('rev-parse', 'HEAD');
    const log = memoryLog();
    const lab = labOf(repository, { log });
    const tests = testsOf(repository, 'a.test.mjs');
    expect(told(await lab.runTests(tests, { kind: 'tree', tree }))).toEqual([['passed', undefined]]);
    const overlay = new Map([['steps.mjs', loop.replace('2', '0')]]);
    const [[status, message] = []] = told(
      await lab.runTests(tests, { kind: 'tree', tree, overlay }, { isSettled: () => true }),
    );
    expect([status, message]).toEqual(['errored', expect.stringContaining('and was stopped')]);
    expect(log.records).toHaveLength(2);
  });

  it('one that is cancelled is ended with all that it started', async () => {
    const repository = labProject({
      'a.test.mjs': nodeTest(`${stubborn} await new Promise(() => setInterval(() => 0, 1000));`),
    });
    const abort = new AbortController();
    const log = memoryLog();
    const running = labOf(repository, { log, signal: abort.signal }).runTests(testsOf(repository, 'a.test.mjs'), here);
    await vi.waitFor(
      () => {
        expect(existsSync(path.join(repository.folder, 'pid.txt'))).toBe(true);
      },
      { timeout: 30_000 },
    );
    abort.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(log.records).toEqual([]);
    await isGone(repository);
  });

  it('one that ends, but leaves something that holds its output, is not waited for', async () => {
    const body = `const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { detached: true, stdio: 'inherit' }); child.unref(); writeFileSync('pid.txt', String(child.pid));`;
    const repository = labProject({
      'a.mjs': nodeTest(body)
        .replace(/import \{ it.*\n/u, '')
        .replace(/it\('a', async \(\) => \{(.*)\}\);/u, '$1'),
    });
    const run = await labOf(repository, {
      configuration: { commands: new Map([['lint', ['node', 'a.mjs']]]) },
    }).runCommand('lint', here);
    expect(run).toMatchObject({ kind: 'ran', code: 0, timedOut: false });
    process.kill(Number(readFileSync(path.join(repository.folder, 'pid.txt'), 'utf8')), 'SIGKILL');
  });

  it('a hundred megabytes of output do no harm, and only as much as is read is kept', async () => {
    const print = `const line = 'x'.repeat(1 << 20) + '\\n'; for (let n = 0; n < 100; n++) await new Promise((done) => process.stdout.write(line, done));`;
    const repository = labProject({ 'a.test.mjs': nodeTest(print) });
    const run = await labOf(repository).runTests(testsOf(repository, 'a.test.mjs'), here);
    expect(told(run)).toEqual([['passed', undefined]]);
    const end = await runProgram({
      program: { kind: 'node' },
      args: ['--input-type=module', '-e', print],
      root: repository.folder,
      folder: repository.folder,
      machine: testMachine(process.env),
      env: process.env,
      keepOutput: true,
      onOutput: () => undefined,
      signal: new AbortController().signal,
    });
    const kept = end.kind === 'ended' ? [end.code, end.said.length, end.output.length < mostOutput + 2 ** 20] : end;
    expect(kept).toEqual([0, 20_000, true]);
  });

  it.each([
    ['ends with 0 before it runs', "process.exit(0);\nimport { it } from 'node:test';\nit('a', () => {});\n"],
    [
      'is killed',
      "import { it } from 'node:test';\nit('a', async () => { process.kill(process.ppid, 'SIGKILL'); await new Promise(() => setTimeout(() => 0, 5000)); });\n",
    ],
  ])('a runner that %s has not passed', async (_, text) => {
    const repository = labProject({ 'a.test.mjs': text });
    const log = memoryLog();
    const run = await labOf(repository, { log }).runTests(testsOf(repository, 'a.test.mjs'), here);
    expect(told(run)).toEqual([['errored', expect.stringContaining('did not run')]]);
    expect(log.records).toEqual([]);
  });

  it('a runner that is not there is not asked', async () => {
    const repository = labProject({
      'package.json': '{}',
      'a_test.go': 'package a\nimport "testing"\nfunc TestA(t *testing.T) {}\n',
    });
    const lab = labOf(repository);
    const run = await lab.runTests(testsOf(repository, 'a_test.go'), here);
    expect([...run.results.values()]).toEqual([expect.objectContaining({ status: 'errored', unasked: true })]);
    expect(lab.starts()).toBe(0);
  });

  it('sources that the tests change are told of, and nothing is kept', async () => {
    const repository = labProject({
      'a.mjs': '1;\n',
      'a.test.mjs': nodeTest("writeFileSync('a.mjs', '2;'); writeFileSync('notes.txt', '');"),
    });
    const log = memoryLog();
    const run = await labOf(repository, { log }).runTests(testsOf(repository, 'a.test.mjs'), here);
    expect([run.changed, told(run)]).toEqual([['a.mjs'], [['passed', undefined]]]);
    expect(log.records.map(({ entry }) => entry)).toEqual([{ kind: 'made', paths: ['notes.txt'] }]);
  });

  it('what tests leave beside the sources is no harm', async () => {
    const repository = labProject({ 'a.test.mjs': nodeTest("writeFileSync('notes.txt', '');") });
    const run = await labOf(repository).runTests(testsOf(repository, 'a.test.mjs'), here);
    expect(run.changed).toEqual([]);
  });
});

describe('a copy', () => {
  it('has the packages that are installed, and those of the workspace from its own sources', async () => {
    const repository = labProject({
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/a/package.json': '{ "name": "@x/a", "type": "module", "exports": "./a.mjs" }',
      'packages/a/a.mjs': 'export const a = 1;\n',
    });
    const base = repository.git('rev-parse', 'HEAD');
    const test = `import assert from 'node:assert';\nimport { it } from 'node:test';\nimport { a } from '@x/a';\nimport { b } from 'b';\nit('a', () => assert.deepEqual([a, b], [2, 2]));\n`;
    repository.commit('STORY-001', { 'packages/a/a.mjs': 'export const a = 2;\n', 'packages/c/a.test.mjs': test });
    const modules = path.join(repository.folder, 'packages/c/node_modules');
    mkdirSync(path.join(modules, '@x'), { recursive: true });
    symlinkSync('../../../a', path.join(modules, '@x/a'));
    mkdirSync(path.join(modules, 'b'));
    writeFileSync(path.join(modules, 'b/package.json'), '{ "name": "b", "type": "module", "exports": "./b.mjs" }');
    writeFileSync(path.join(modules, 'b/b.mjs'), 'export const b = 2;\n');
    const tests = testsOf(repository, 'packages/c/a.test.mjs');
    const lab = labOf(repository);
    expect(told(await lab.runTests(tests, here))).toEqual([['passed', undefined]]);
    const atBase: Place = { kind: 'tree', tree: base, overlay: new Map([['packages/c/a.test.mjs', test]]) };
    // The folder `packages/c` is not in the base itself.
    expect(told(await lab.runTests(tests, atBase))).toEqual([['failed', expect.stringContaining('Expected values')]]);
  });

  it('takes no text that would be written outside of it', async () => {
    const outside = temporaryFolder();
    const repository = labProject({ 'a.test.mjs': nodeTest('') });
    symlinkSync(outside, path.join(repository.folder, 'out'));
    repository.commit('Link');
    const tests = testsOf(repository, 'a.test.mjs');
    const lab = labOf(repository);
    for (const name of ['out/x.txt', 'out/deep/x.txt', '../x.txt', '.git/config', 'a/../../../x.txt']) {
      const run = await lab.runTests(tests, { kind: 'tree', tree: 'HEAD', overlay: new Map([[name, 'x']]) });
      expect([name, ...told(run)]).toEqual([name, ['errored', expect.stringContaining('cannot copy the sources')]]);
    }
    expect(existsSync(path.join(outside, 'x.txt')) || existsSync(path.join(outside, 'deep'))).toBe(false);
    expect(lab.starts()).toBe(0);
    const link: Place = { kind: 'tree', tree: 'HEAD', overlay: new Map([['out', 'no link']]) };
    expect(told(await lab.runTests(tests, link))).toEqual([['passed', undefined]]);
  });
});

describe('a copy of a worktree', () => {
  it('that lies in another one has the packages of that one', async () => {
    const outer = labProject({
      'package.json': '{ "scripts": { "test": "vitest run" } }',
      'packages/a/a.mjs': 'export const a = 1;\n',
    });
    const test =
      "import { expect, it } from 'vitest';\nimport { a } from './a.mjs';\nit('a', () => expect(a).toBe(1));\n";
    outer.commit('Test', { '.gitignore': 'node_modules\n.worktrees\n', 'packages/a/a.test.mjs': test });
    const folder = path.join(outer.folder, '.worktrees', 'x');
    outer.git('worktree', 'add', '--quiet', '-b', 'x', folder);
    const inner = openGitRepository(folder);
    const run = await labOf(inner).runTests(testsOf(inner, 'packages/a/a.test.mjs'), { kind: 'tree', tree: 'HEAD' });
    expect(told(run)).toEqual([['passed', undefined]]);
  });

  it('runs where the project is, which may be below the top, or not there yet', async () => {
    const repository = labProject({ 'app/package.json': '{ "scripts": { "test": "vitest run" } }' });
    const empty = repository.git('commit-tree', '-m', 'Nothing', repository.gitWith('', 'mktree'));
    const test = "import { expect, it } from 'vitest';\nit('a', () => expect(1).toBe(1));\n";
    repository.commit('Test', { 'app/a.test.mjs': test });
    const tests = testsOf(openGitRepository(path.join(repository.folder, 'app')), 'a.test.mjs');
    const lab = labOf(repository, { root: path.join(repository.folder, 'app') });
    const overlay = new Map([['a.test.mjs', test]]);
    for (const place of [here, { kind: 'tree', tree: 'HEAD' }, { kind: 'tree', tree: empty, overlay }] as const)
      expect([place.kind, ...told(await lab.runTests(tests, place))]).toEqual([place.kind, ['passed', undefined]]);
  });

  it.skipIf(!has('python3', '-m', 'pytest', '--version'))(
    `takes nothing from a package that is installed from the folder itself${unless('python3', '-m', 'pytest', '--version')}`,
    async () => {
      const repository = labProject({ '.gitignore': '.venv\n', 'src/shop.py': 'def add(a, b):\n    return 0\n' });
      const base = repository.git('rev-parse', 'HEAD');
      const test = 'from shop import add\n\ndef test_add():\n    assert add(1, 2) == 3\n';
      repository.commit('STORY-001', {
        'src/shop.py': 'def add(a, b):\n    return a + b\n',
        'tests/test_shop.py': test,
      });
      const environment = path.join(repository.folder, '.venv');
      execFileSync('python3', ['-m', 'venv', '--without-pip', '--system-site-packages', environment]);
      const [packages = ''] = readdirSync(path.join(environment, 'lib'));
      // As `pip install --editable .` leaves it.
      const editable = path.join(environment, 'lib', packages, 'site-packages', 'shop.pth');
      writeFileSync(editable, path.join(repository.folder, 'src'));
      const tests = testsOf(repository, 'tests/test_shop.py');
      const lab = labOf(repository);
      expect(told(await lab.runTests(tests, here))).toEqual([['passed', undefined]]);
      const overlay = new Map([['tests/test_shop.py', test]]);
      const run = await lab.runTests(tests, { kind: 'tree', tree: base, overlay });
      expect(told(run)).toEqual([['failed', expect.stringContaining('assert')]]);
      expect(run.evidence.command?.[0]).toContain('.venv');
    },
  );
});

describe('a declared command', () => {
  const commands = (
    ...words: readonly string[]
  ): { readonly commands: ReadonlyMap<'coverage' | 'lint', readonly string[]> } => ({
    commands: new Map([
      ['coverage', words],
      ['lint', words],
    ]),
  });
  const reportsOf = (run: CommandRun): readonly string[] => (run.kind === 'ran' ? [...run.reports.keys()] : [run.kind]);

  it('is run without a shell, and kept where it succeeds', async () => {
    const repository = labProject({ 'a.mjs': 'console.log(process.argv.slice(2).join("|"));\n' });
    const log = memoryLog();
    const configuration = commands('node', 'a.mjs', '$HOME', '*; echo no');
    const first = labOf(repository, { log, configuration });
    expect(await first.runCommand('lint', here)).toMatchObject({ code: 0, said: '$HOME|*; echo no\n', changed: [] });
    const second = labOf(repository, { log, configuration });
    expect(await second.runCommand('lint', here)).toMatchObject({
      code: 0,
      said: '$HOME|*; echo no\n',
      evidence: { reused: true, record: 1 },
    });
    expect([first.starts(), second.starts()]).toEqual([1, 0]);
    // Another purpose, another command, other sources.
    await second.runCommand('coverage', here);
    await labOf(repository, { log, configuration: commands('node', 'a.mjs', 'b') }).runCommand('lint', here);
    repository.write({ 'a.mjs': 'process.exitCode = 3;\n' });
    expect(await labOf(repository, { log, configuration }).runCommand('lint', here)).toMatchObject({ code: 3 });
    expect(log.records).toHaveLength(3);
  });

  it('is not run where nobody let it, or nobody declared it, or it is not there', async () => {
    const repository = labProject({});
    const unapproved = labOf(repository, { configuration: commands('node', '-v'), isApproved: () => false });
    expect(await unapproved.runCommand('lint', here)).toMatchObject({ kind: 'unapproved', command: ['node', '-v'] });
    expect(await unapproved.runCommand('test', here)).toMatchObject({ kind: 'undeclared' });
    expect(unapproved.starts()).toBe(0);
    const missing = labOf(repository, { configuration: commands('no-such-program-at-all') });
    expect(await missing.runCommand('lint', here)).toMatchObject({
      kind: 'notStarted',
      message: expect.stringContaining('is not installed') as string,
    });
  });

  it('is found among the packages of the project, in a copy as well', async () => {
    const repository = labProject({});
    const lab = labOf(repository, { configuration: commands('prettier', '--version') });
    expect(await lab.runCommand('lint', here)).toMatchObject({ code: 0 });
    expect(await lab.runCommand('lint', { kind: 'tree', tree: 'HEAD' })).toMatchObject({ code: 0 });
  });

  it('that hangs is ended', async () => {
    const lab = labOf(labProject({}), {
      configuration: { ...commands('node', '-e', 'setInterval(() => 0, 1000)'), timeLimit: 1 },
    });
    expect(await lab.runCommand('lint', here)).toMatchObject({ code: null, timedOut: true });
  });

  it('leaves the reports that it wrote, and none that lay there', async () => {
    const write = "require('node:fs').writeFileSync('lcov.info', 'SF:a')";
    const cases: readonly (readonly [string, readonly string[]])[] = [
      [write, ['lcov.info']],
      ['0', []],
    ];
    for (const [script, expected] of cases) {
      const repository = labProject({ '.gitignore': 'node_modules\nlcov.info\ncoverage.xml\n' });
      for (const name of ['lcov.info', 'coverage.xml']) repository.write({ [name]: 'SF:a' });
      // By hand, and with a time that is yet to come.
      const later = new Date(Date.now() + 60_000);
      utimesSync(path.join(repository.folder, 'coverage.xml'), later, later);
      const log = memoryLog();
      const configuration = commands('node', '-e', script);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const run = await labOf(repository, { log, configuration }).runCommand('coverage', here);
      expect(reportsOf(run)).toEqual(expected);
      expect(reportsOf(await labOf(repository, { log, configuration }).runCommand('coverage', here))).toEqual(expected);
    }
  });

  it('has its reports where the project says', async () => {
    const repository = labProject({ '.gitignore': 'node_modules\nout\n' });
    repository.write({ 'out/keep': '' });
    const script =
      "require('node:fs').writeFileSync('out/c.xml', '<coverage/>'); require('node:fs').writeFileSync('lcov.info', '')";
    const lab = labOf(repository, {
      configuration: { ...commands('node', '-e', script), coverageReports: ['out/c.xml', 'out/missing'] },
    });
    expect(reportsOf(await lab.runCommand('coverage', here))).toEqual(['out/c.xml']);
  });
});

it('a program of a gate is not told what surrounds the gate', () => {
  const kept = { PATH: '/bin', HOME: '/home/a', GIT_AUTHOR_NAME: 'A', CI: '1', PYTHONPATH: 'x' };
  const left = {
    PACTWRIGHT_STATE: 'a',
    VITEST: '1',
    VITEST_POOL_ID: '1',
    NODE_TEST_CONTEXT: 'child',
    NODE_OPTIONS: '-r a',
    GIT_DIR: '.git',
    GIT_INDEX_FILE: 'i',
    ELECTRON_RUN_AS_NODE: '1',
  };
  expect(gateEnvironment({ ...kept, ...left })).toEqual({ ...kept, PYTHONDONTWRITEBYTECODE: '1' });
});
