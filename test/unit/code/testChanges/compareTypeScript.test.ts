import { describe, expect, it } from 'vitest';
import { changesOf, checkChanges } from './checkChanges.js';

const path = 'test/cart.test.ts';
const inSuite = (body: string): string =>
  `import { expect, it } from 'vitest';\nimport { total } from '../src/cart.js';\n\n${body}\n`;
const one = (body: string): string => inSuite(`it('adds', () => {\n${body}\n});`);

const check = (before: string, after: string, expected: readonly string[]): void =>
  checkChanges(path, inSuite(before), inSuite(after), expected);

describe('what became of a test in TypeScript', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'an assertion less',
      'expect(total([1])).toBe(1);\nexpect(total([])).toBe(0);',
      'expect(total([1])).toBe(1);',
      ['weakened adds: has one assertion instead of 2'],
    ],
    [
      'a laxer matcher',
      'expect(total([1, 2])).toBe(3);',
      'expect(total([1, 2])).toBeTruthy();',
      ['weakened adds: checks less: `expect(total([1, 2])).toBeTruthy()` instead of `expect(total([1, 2])).toBe(3)`'],
    ],
    [
      'a part instead of the whole',
      'expect(total(a)).toEqual({ sum: 3 });',
      'expect(total(a)).toMatchObject({ sum: 3 });',
      ['weakened adds: checks less'],
    ],
    [
      'about instead of exact',
      'expect(total(a)).toBe(3);',
      'expect(total(a)).toBeCloseTo(3);',
      ['weakened adds: checks less'],
    ],
    [
      'any error instead of this one',
      "expect(() => total(a)).toThrow('empty');",
      'expect(() => total(a)).toThrow();',
      ['weakened adds: checks less'],
    ],
    [
      'any call instead of this one',
      'expect(log).toHaveBeenCalledWith(3);',
      'expect(log).toHaveBeenCalled();',
      ['weakened adds: checks less'],
    ],
    [
      'another expected value',
      'expect(total([1, 2])).toBe(3);',
      'expect(total([1, 2])).toBe(4);',
      ['weakened adds: expects `4` instead of `3`'],
    ],
    [
      'a condition around it',
      'expect(total(a)).toBe(3);',
      'if (total(a)) {\n  expect(total(a)).toBe(3);\n}',
      ['weakened adds: now checks `expect(total(a)).toBe(3)` only under a condition'],
    ],
    [
      'a condition before it',
      'expect(total(a)).toBe(3);',
      'if (ready) expect(total(a)).toBe(3);',
      ['weakened adds: now checks `expect(total(a)).toBe(3)` only under a condition'],
    ],
    [
      'a try that drops it',
      'expect(total(a)).toBe(3);',
      'try {\n  expect(total(a)).toBe(3);\n} catch {}',
      ['weakened adds: can no longer fail: its only assertion is in a `try` that ignores'],
    ],
    [
      'a way out before it',
      'expect(total(a)).toBe(3);',
      'if (!ready) return;\nexpect(total(a)).toBe(3);',
      ['weakened adds: has a new early exit'],
    ],
    [
      'a return before it',
      'expect(total(a)).toBe(3);',
      'return;\nexpect(total(a)).toBe(3);',
      ['weakened adds: can no longer fail: its only assertion is unreachable: an earlier statement always leaves'],
    ],
    [
      'a constant instead',
      'expect(total(a)).toBe(3);',
      'expect(true).toBe(true);',
      ['weakened adds: can no longer fail: its only assertion compares two literal values'],
    ],
    ['nothing left', 'expect(total(a)).toBe(3);', '', ['weakened adds: can no longer fail: its body is empty']],
    [
      'another input',
      'const a = [1, 2];\nexpect(total(a)).toBe(3);',
      'const a = [3];\nexpect(total(a)).toBe(3);',
      ['changed adds: changed'],
    ],
    [
      'an await less',
      'await expect(total(a)).resolves.toBe(3);',
      'expect(total(a)).resolves.toBe(3);',
      ['weakened adds: can no longer fail: its only assertion is a promise that is not awaited'],
    ],
    // Honest.
    [
      'an assertion more',
      'expect(total([1])).toBe(1);',
      'expect(total([1])).toBe(1);\nexpect(total([2])).toBe(2);',
      ['extended adds'],
    ],
    [
      'another layout',
      "expect(total([1, 2, 3]), 'the sum').toBe(3);",
      '// as agreed\nexpect(\n  total([\n    1,\n    2,\n    3,\n  ]),\n  "the sum",\n)\n  .toBe(3)',
      [],
    ],
  ])('sees %s', (_, before, after, expected) => checkChanges(path, one(before), one(after), expected));

  const adds = "it('adds', () => {\n  expect(total([1])).toBe(1);\n});";
  const empty = "it('is 0', () => {\n  expect(total([])).toBe(0);\n});";

  it.each<[string, string, string, readonly string[]]>([
    ['deleted', `${adds}\n${empty}`, adds, ['deleted is 0: was removed']],
    ['skipped', adds, adds.replace('it(', 'it.skip('), ['skipped adds']],
    [
      'put below a suite that is skipped',
      `describe('a', () => {\n${adds}\n});`,
      `describe.skip('a', () => {\n${adds}\n});`,
      ['skipped adds'],
    ],
    [
      'moved below a suite that is skipped',
      `${adds}\ndescribe.skip('later', () => {\n${empty}\n});`,
      `describe.skip('later', () => {\n${empty}\n${adds}\n});`,
      ['skipped adds'],
    ],
    ['renamed', adds, adds.replace("'adds'", "'sums'"), ['renamed adds: is now called "sums"']],
    ['commented out', `${adds}\n${empty}`, `${adds}\n/* ${empty} */`, ['deleted is 0']],
    [
      'put under a condition',
      adds,
      `if (process.env.FULL) {\n${adds}\n}`,
      ['weakened adds: is now inside `if ( process . env . FULL ) {`'],
    ],
    ['run on a condition', adds, adds.replace('it(', 'it.skipIf(process.env.CI)('), ['changed adds']],
    [
      'left out by another one that is focused',
      `${adds}\n${empty}`,
      `${adds}\n${empty.replace('it(', 'it.only(')}`,
      ['changed is 0', 'support focused only: prevents all other tests in the file from running'],
    ],
    [
      'left out by a new one that is focused',
      `${adds}\n${empty}`,
      `${adds}\n${empty}\nit.only('new', () => { expect(total([5])).toBe(5); });`,
      ['added new', 'support focused only'],
    ],
    [
      'a case less in a table',
      "it.each([[1, 1], [2, 2]])('adds %i', (a, b) => {\n  expect(total([a])).toBe(b);\n});",
      "it.each([[1, 1]])('adds %i', (a, b) => {\n  expect(total([a])).toBe(b);\n});",
      ['changed adds %i'],
    ],
    [
      'another case in a table',
      "it.each([[1, 1], [2, 2]])('adds %i', (a, b) => {\n  expect(total([a])).toBe(b);\n});",
      "it.each([[1, 1], [2, 3]])('adds %i', (a, b) => {\n  expect(total([a])).toBe(b);\n});",
      ['changed adds %i'],
    ],
    // Honest.
    [
      'a case more in a table',
      "it.each([[1, 1], [2, 2]])('adds %i', (a, b) => {\n  expect(total([a])).toBe(b);\n});",
      "it.each([\n  [1, 1],\n  [2, 2],\n  [3, 3],\n])('adds %i', (a, b) => {\n  expect(total([a])).toBe(b);\n});",
      ['extended adds %i'],
    ],
    ['a new one beside it', adds, `${empty}\n${adds}`, ['added is 0']],
    [
      'a new one within its suite',
      `describe('a', () => {\n${adds}\n});`,
      `describe('a', () => {\n${adds}\n${empty}\n});`,
      ['added is 0'],
    ],
    ['another order', `${adds}\n${empty}`, `${empty}\n${adds}`, []],
    [
      'a suite with another name',
      `describe('a', () => {\n${adds}\n});`,
      `describe('b', () => {\n${adds}\n});`,
      ['renamed adds: is now called "b > adds"'],
    ],
    ['two of one name', `${adds}\n${adds.replaceAll('1', '2')}`, `${adds}\n${adds.replaceAll('1', '2')}`, []],
  ])('sees one that is %s', (_, before, after, expected) => check(before, after, expected));

  it.each<[string, string, string, readonly string[]]>([
    [
      'a helper that does less',
      `function expectSum(a, b) { expect(total(a)).toBe(b); }\nit('adds', () => { expectSum([1], 1); });`,
      `function expectSum(a, b) { total(a); }\nit('adds', () => { expectSum([1], 1); });`,
      ['support changed expectSum: changed'],
    ],
    ['a hook that is gone', `beforeEach(() => { reset(); });\n${adds}`, adds, ['support deleted beforeEach']],
    [
      'a table of its own with another value',
      `const cases = [[1, 1], [2, 2]];\nfor (const [a, b] of cases) it('adds', () => { expect(total([a])).toBe(b); });`,
      `const cases = [[1, 1], [2, 3]];\nfor (const [a, b] of cases) it('adds', () => { expect(total([a])).toBe(b); });`,
      ['support changed cases'],
    ],
    [
      'what stands in for expect',
      adds,
      `const expect = () => ({ toBe() {} });\n${adds}`,
      ['support added expect: replaces the test runner’s'],
    ],
    ['an end before the tests', adds, `process.exit(0);\n${adds}`, ['support added process']],
    // Honest.
    [
      'a hook that asserts and is gone',
      `afterEach(() => { expect(errors).toEqual([]); });\n${adds}`,
      adds,
      ['support deleted afterEach'],
    ],
    ['a hook that tidies up and is gone', `afterEach(() => { close(); });\n${adds}`, adds, []],
    ['a helper more', adds, `function sum(a) { return total(a); }\n${adds}`, []],
    [
      'an export more',
      `function sum(a) { return total(a); }\nit('adds', () => { expect(sum([1])).toBe(1); });`,
      `export function sum(a) { return total(a); }\nit('adds', () => { expect(sum([1])).toBe(1); });`,
      [],
    ],
    [
      'a row more in a table of its own',
      `const cases = [[1, 1], [2, 2]];\nfor (const [a, b] of cases) it('adds', () => { expect(total([a])).toBe(b); });`,
      `const cases = [[1, 1], [2, 2], [3, 3]];\nfor (const [a, b] of cases) it('adds', () => { expect(total([a])).toBe(b); });`,
      [],
    ],
    ['a helper that nothing uses and is gone', `function old(a) { return a; }\n${adds}`, adds, []],
    [
      'a type that they name',
      `interface Cart { a: number }\n${adds.replace('total', 'total<Cart>')}`,
      `interface Cart { a: number; b: string }\n${adds.replace('total', 'total<Cart>')}`,
      [],
    ],
    ['a directive that is gone', `'use strict';\n${adds}`, adds, []],
    ['a mock that is gone', `vi.mock('../src/cart.js');\n${adds}`, adds, []],
    [
      'what runs before each, asynchronous now',
      `beforeEach(() => cart.clear());\n${adds}`,
      `beforeEach(async () => cart.fill());\n${adds}`,
      ['support changed'],
    ],
  ])('sees what tests rest on: %s', (_, before, after, expected) => check(before, after, expected));

  it('sees what stands in for expect in a new file, too, and no helper or text of such a name', () => {
    const added = (text: string): readonly string[] => changesOf({}, { [path]: `${text}\n${adds}` });
    expect(added('const expect = () => ({ toBe() {} });')).toHaveLength(2);
    expect(added("function assert(ok) { if (!ok) throw new Error('no'); }")).toEqual(['added adds']);
    expect(added("const test = 'text';")).toEqual(['added adds']);
  });

  it('knows a test again in another file', () => {
    const other = 'test/sum.test.ts';
    expect(
      changesOf({ [path]: inSuite(adds), [other]: undefined }, { [path]: undefined, [other]: inSuite(adds) }),
    ).toEqual([]);
  });

  it('knows a helper again in another file', () => {
    const helper = 'function sum(a) { return total(a); }';
    const test = "it('adds', () => { expect(sum([1])).toBe(1); });";
    const after = {
      [path]: `import { sum } from './support/sum.js';\n${inSuite(test)}`,
      'test/support/sum.ts': `export ${helper}\n`,
    };
    expect(changesOf({ [path]: inSuite(`${helper}\n${test}`) }, after)).toEqual([]);
  });

  it('sees that what is tested comes from help for tests now', () => {
    const before = inSuite(adds);
    const after = before.replace('../src/cart.js', './fakes/cart.js');
    expect(changesOf({ [path]: before }, { [path]: after })).toEqual([
      'support changed total: is now imported from `./fakes/cart.js` instead of `../src/cart.js`, so existing tests test something else',
    ]);
    expect(changesOf({ [path]: before }, { [path]: before.replace('../src/cart.js', '../src/sum.js') })).toEqual([]);
  });
});
