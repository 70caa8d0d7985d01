import { describe, expect, it } from 'vitest';
import { testsAssert } from '../../../server/src/gates/conditions/testsAssert.js';
import { change, checkCondition, type GateCase, gateContext } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

const adds = "it('adds', () => {\n  expect(total([1, 2])).toBe(3);\n});\n";
const of = (body: string): string => `it('is new', async () => {\n${body}\n});\n`;

const changed = (before: string | undefined, after: string | undefined, path = 'test/sum.test.ts'): GateCase => ({
  project: gateProject(),
  work: { changes: [change(path, before, after)] },
});

describe('the condition tests-assert', () => {
  it.each<[string, GateCase, RegExp]>([
    ['an empty test', changed(adds, adds + of('')), /^The test "is new" can never fail: its body is empty$/u],
    [
      'a test that is declared as `test`',
      changed(undefined, "test('is new', () => {\n  assert.ok(true);\n});\n"),
      /can never fail: its only assertion checks a literal value/u,
    ],
    [
      'an asserted constant',
      changed(undefined, of('expect(true).toBe(true);')),
      /can never fail: its only assertion compares two literal values/u,
    ],
    [
      'a value compared with itself',
      changed(undefined, of('const sum = total([1]);\nexpect(sum).toBe(sum);')),
      /compares `sum` with itself/u,
    ],
    [
      'a failure that is dropped',
      changed(undefined, of('try { expect(total([1])).toBe(1); } catch {}')),
      /ignores what it catches/u,
    ],
    ['an early return', changed(undefined, of('return;\nexpect(total([1])).toBe(1);')), /leaves the test/u],
    [
      'an early return behind another assertion',
      changed(undefined, of('expect(1 + 1).toBe(2);\nreturn;\nexpect(total([1])).toBe(1);')),
      /^An assertion of the test "is new" is unreachable/u,
    ],
    [
      'a name in another criterion’s place',
      {
        project: gateProject(),
        work: {
          changes: [
            change(
              'test/sum.test.ts',
              undefined,
              "it('STORY-001/AC1: adds', () => {\n  expect(total([1])).toBe(1);\n});\nit('STORY-001/AC2: keeps', () => {\n  expect(total([1])).toBe(1);\n});\n",
            ),
          ],
        },
      },
      /^The test "STORY-001\/AC2: keeps" is the same as "STORY-001\/AC1: adds"/u,
    ],
    [
      'an assertion that was replaced',
      changed(undefined, `assert.equal = () => {};\n${of('assert.equal(total([1]), 1);')}`),
      /^`equal` is replaced/u,
    ],
    [
      'a matcher that was replaced, in a helper',
      changed(undefined, 'expect.extend({ toBe: () => ({ pass: true }) });\n', 'test/setup.ts'),
      /^`toBe` is replaced/u,
    ],
    ['a promise not waited for', changed(undefined, of('expect(load()).resolves.toBe(1);')), /is not awaited/u],
    [
      'a mock’s own call',
      changed(undefined, of('const log = vi.fn();\nlog();\nexpect(log).toHaveBeenCalled();')),
      /the mock `log`/u,
    ],
    [
      'a focus on an old test',
      changed(adds, adds.replace('it(', 'it.only(')),
      /^`only` prevents the other tests in test\/sum\.test\.ts from running$/u,
    ],
    [
      'a test in Python',
      changed(undefined, 'def test_adds():\n    assert True\n', 'tests/test_sum.py'),
      /can never fail/u,
    ],
    [
      'a test in Go',
      changed(undefined, 'package a\n\nfunc TestAdds(t *testing.T) {\n\tTotal(1)\n}\n', 'sum_test.go'),
      /it asserts nothing/u,
    ],
  ])('fails at %s', async (_, stated, problem) => {
    await checkCondition(testsAssert, stated, { state: 'fail', problems: [problem] });
  });

  it.each<[string, GateCase]>([
    ['no change', { project: gateProject() }],
    ['a test that asserts', changed(undefined, adds)],
    ['a test that asserts by its context', changed(undefined, of('t.assert.equal(total([1]), 1);'))],
    ['a test that compares with a snapshot', changed(undefined, of('t.assert.snapshot(total([1]));'))],
    ['an old test that asserts nothing', changed(of(''), of('') + adds)],
    [
      'a constant beside another assertion',
      changed(undefined, of('expect(true).toBe(true);\nexpect(total([1])).toBe(1);')),
    ],
    [
      'a helper that asserts',
      changed(undefined, `function sums(a, b) { expect(total(a)).toBe(b); }\n${of('sums([1], 1);')}`),
    ],
    [
      'tests that do the same with different values',
      changed(
        undefined,
        "it('STORY-001/AC1: adds', () => {\n  expect(total([1])).toBe(1);\n});\nit('STORY-001/AC2: keeps', () => {\n  expect(total([2])).toBe(2);\n});\n",
      ),
    ],
    [
      'tests that do the same after different preparations',
      changed(
        undefined,
        "describe('a', () => {\n  beforeEach(fill);\n  it('STORY-001/AC1', () => { expect(total()).toBe(1); });\n});\ndescribe('b', () => {\n  beforeEach(clear);\n  it('STORY-001/AC2', () => { expect(total()).toBe(1); });\n});\n",
      ),
    ],
    [
      'a matcher of one’s own',
      changed(undefined, `expect.extend({ toBeSum: () => ({ pass: true }) });\n${of('expect(total([1])).toBe(1);')}`),
    ],
    ['a test that is left out', changed(undefined, of('').replace('it(', 'it.skip('))],
    [
      'a focus that was there',
      changed(adds.replace('it(', 'it.only('), adds.replace('it(', 'it.only(') + of('expect(total([1])).toBe(1);')),
    ],
  ])('passes %s', async (_, stated) => {
    await checkCondition(testsAssert, stated, { state: 'pass' });
  });

  it('lets a person approve that very test', async () => {
    const stated = changed(undefined, of('total([1]);'));
    const [problem] = (await testsAssert.check(await gateContext(stated))).problems ?? [];
    const what = problem?.approvable ?? '';
    expect(what).toMatch(/^test-assert:test\/sum\.test\.ts > is new:[\da-f]{16}$/u);
    await checkCondition(
      testsAssert,
      { ...stated, words: [{ about: 'approve', what }] },
      { state: 'pass', summary: '1 approved by a person' },
    );
  });
});
