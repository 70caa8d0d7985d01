import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../server/src/gates/lab.js';
import { labOf, labProject, memoryLog, statusesOf, testsOf } from '../../support/labOf.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { itLong } from '../../support/runs.js';

const here: Place = { kind: 'here' };

const add = 'export const add = (a, b) => a + b;\n';
const nodeTest = (...tests: readonly string[]): string =>
  ["import assert from 'node:assert';", "import { it } from 'node:test';", ...tests, ''].join('\n');
const addTest = nodeTest(
  "import { add } from './add.mjs';",
  "it('adds', () => assert.equal(add(1, 2), 3));",
  "it('adds wrong', () => assert.equal(add(1, 2), 4));",
  "it.skip('later', () => {});",
);

describe('the lab runs tests', () => {
  it('by node --test, and not again while nothing but documents changes', async () => {
    const repository = labProject({ 'add.mjs': add, 'add.test.mjs': addTest, 'README.md': 'a' });
    const tests = testsOf(repository, 'add.test.mjs');
    const log = memoryLog();
    const expected = { adds: 'passed', 'adds wrong': 'failed', later: 'skipped' };

    const first = labOf(repository, { log });
    const run = await first.runTests(tests, here);
    expect(statusesOf(run)).toEqual(expected);
    expect(run.changed).toEqual([]);
    expect(run.evidence).toMatchObject({
      what: '3 tests of add.test.mjs',
      record: 1,
      commit: repository.git('rev-parse', 'HEAD'),
    });
    expect(run.evidence.command).toContain('--test');
    expect(first.starts()).toBe(1);

    const second = labOf(repository, { log });
    const again = await second.runTests([...tests].reverse(), here);
    expect([statusesOf(again), second.starts()]).toEqual([expected, 0]);
    expect(again.evidence).toMatchObject({ record: 1, reused: true });

    repository.commit('Say more', { 'README.md': 'b' });
    const afterReadme = labOf(repository, { log });
    await afterReadme.runTests(tests, here);
    expect(afterReadme.starts()).toBe(0);

    const fresh = labOf(repository, { log, fresh: true });
    expect((await fresh.runTests(tests, here)).evidence.record).toBe(2);
    // Another condition of the same gate asks for the same.
    expect((await fresh.runTests(tests, here)).evidence).toMatchObject({ record: 2, reused: true });

    repository.write({ 'add.mjs': 'export const add = (a, b) => a - b;\n' });
    const afterSource = labOf(repository, { log });
    expect(statusesOf(await afterSource.runTests(tests, here))).toEqual({ ...expected, adds: 'failed' });
    expect(afterSource.starts()).toBe(1);
  });

  it('in a copy of another tree with texts written over it, which is gone afterwards', async () => {
    const repository = labProject({ 'add.mjs': 'export const add = () => 0;\n' });
    const base = repository.git('rev-parse', 'HEAD');
    repository.commit('STORY-001: add', { 'add.mjs': add, 'add.test.mjs': addTest });
    const tests = testsOf(repository, 'add.test.mjs');
    const place: Place = { kind: 'tree', tree: base, overlay: new Map([['add.test.mjs', addTest]]) };
    const log = memoryLog();
    const run = await labOf(repository, { log }).runTests(tests, place);
    expect(statusesOf(run)).toEqual({ adds: 'failed', 'adds wrong': 'failed', later: 'skipped' });
    expect(run.evidence.tree).toBe(base);

    const again = labOf(repository, { log });
    expect((await again.runTests(tests, place)).evidence.reused).toBe(true);
    const other: Place = { ...place, overlay: new Map([['add.test.mjs', `${addTest}\n`]]) };
    await again.runTests(tests, other);
    expect(again.starts()).toBe(1);
  });

  itLong('and sees: the product’s sources, be it as they were or back again, and reports beside them', async () => {
    const write = (name: string, text: string): string => `writeFileSync('${name}', ${JSON.stringify(text)});`;
    const steps = {
      'as it was': write('add.mjs', add),
      'and back': `${write('add.mjs', '')} ${write('add.mjs', add)}`,
      'a report': write('report.xml', '<report/>'),
    };
    const texts = Object.fromEntries(
      Object.entries(steps).map(([title, step], index) => [
        `${index}.test.mjs`,
        nodeTest("import { writeFileSync } from 'node:fs';", `it('${title}', () => { ${step} });`),
      ]),
    );
    const repository = labProject({ 'add.mjs': add, 'sub.mjs': add, ...texts });
    const log = memoryLog();
    const tree = repository.git('rev-parse', 'HEAD^{tree}');
    const run = async (index: number, place: Place): Promise<readonly (readonly string[])[]> => {
      const tests = testsOf(repository, `${index}.test.mjs`);
      const { changed, written, evidence } = await labOf(repository, { log, product: ['add.mjs', 'sub.mjs'] }).runTests(
        tests,
        place,
      );
      return [changed, written, evidence.record === undefined ? [] : ['kept']];
    };
    const head: Place = { kind: 'tree', tree: repository.git('rev-parse', 'HEAD') };
    for (const place of [here, { kind: 'tree', tree } as const, head])
      for (const index of [0, 1]) expect(await run(index, place)).toEqual([[], ['add.mjs'], []]);
    for (const times of [1, 2]) expect(await run(2, here), `${times}`).toEqual([[], [], times === 1 ? [] : ['kept']]);
    expect(log.records.flatMap(({ entry }) => (entry.kind === 'made' ? entry.paths : []))).toEqual(['report.xml']);
  });
});

it('says where a command ran as the command itself sees it, behind links', async () => {
  const repository = labProject({});
  const link = path.join(temporaryFolder(), 'link');
  symlinkSync(repository.folder, link, 'junction');
  const lab = labOf(repository, {
    root: link,
    configuration: { commands: new Map([['coverage', ['node', '-p', 'process.cwd()']]]) },
  });
  const run = await lab.runCommand('coverage', here);
  expect(run.kind === 'ran' && run.root).toBe(run.kind === 'ran' && run.said.trim().replaceAll('\\', '/'));
});

it('tells how a command ended that took away the copy it ran in', async () => {
  const repository = labProject({
    'away.mjs': "import { rmSync } from 'node:fs';\nrmSync(import.meta.dirname, { recursive: true });\n",
  });
  const lab = labOf(repository, { configuration: { commands: new Map([['lint', ['node', 'away.mjs']]]) } });
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  expect(await lab.runCommand('lint', { kind: 'tree', tree })).toMatchObject({ kind: 'ran', code: 0 });
});
