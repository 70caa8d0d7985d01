import { describe, it } from 'vitest';
import { testsSteady } from '../../../server/src/gates/conditions/testsSteady.js';
import { has, unless } from '../../support/hasProgram.js';
import { checkReal } from '../../support/realCondition.js';

const add = 'export const add = (a, b) => a + b;\n';
const inNode = (tests: string): Readonly<Record<string, string>> => ({
  'cart.mjs': add,
  'cart.test.mjs': `import assert from 'node:assert/strict';\nimport { statSync } from 'node:fs';\nimport { it } from 'node:test';\nimport { add } from './cart.mjs';\nlet sum = 0;\nit('STORY-001/AC1: adds', () => { sum = add(1, 2); assert.equal(sum, 3); });\n${tests}`,
});
const before = { 'README.md': 'Shop\n' };
const second = 'STORY-001/AC1: again';

describe('with node --test', () => {
  it('says that steady tests pass elsewhere, too', () =>
    checkReal(
      testsSteady,
      { before, after: inNode(`it('${second}', () => assert.equal(add(2, 2), 4));\n`) },
      { state: 'pass', summary: '2 tests passed in other environments', problems: [] },
    ));

  it.each([
    ['at another path', "assert.ok(!process.cwd().endsWith('/copy'))"],
    ['in the time zone', 'assert.notEqual(new Date(17e11).getTimezoneOffset(), -840)'],
    ['another user name', "assert.notEqual(process.env.USER, 'someone')"],
    ['200 days ahead', "assert.ok(Date.now() - statSync('cart.mjs').mtimeMs < 864e5)"],
    ['when it runs alone', 'assert.equal(sum, 3)'],
  ])('names what a test depends on: %s', (cause, body) =>
    checkReal(
      testsSteady,
      { before, after: inNode(`it('${second}', () => ${body});\n`) },
      { state: 'pass', summary: '1 of 2 tests did not pass in other environments', problems: [cause] },
    ),
  );
});

describe.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  `with pytest${unless('python3', '-m', 'pytest', '--version')}`,
  () => {
    it.each([
      ['at another path', "assert not os.getcwd().endswith('/copy')"],
      ['in the time zone', 'assert time.localtime(17e8).tm_gmtoff != 14 * 3600'],
      ['another user name', "assert os.environ.get('USER') != 'someone'"],
    ])('names what a test depends on: %s', (cause, body) =>
      checkReal(
        testsSteady,
        {
          before,
          after: {
            'cart.py': 'def add(a, b):\n    return a + b\n',
            'test_cart.py': `import os\nimport time\n\nfrom cart import add\n\n\ndef test_story_001_ac1_adds():\n    assert add(1, 2) == 3\n\n\ndef test_story_001_ac1_again():\n    ${body}\n`,
          },
        },
        { state: 'pass', summary: '1 of 2 tests did not pass in other environments', problems: [cause] },
      ),
    );

    it('runs them in another order', () =>
      checkReal(
        testsSteady,
        {
          before,
          after: {
            'cart.py': 'def add(a, b):\n    return a + b\n',
            'test_cart.py':
              'from cart import add\n\nsums = []\n\n\ndef test_story_001_ac1_adds():\n    sums.append(add(1, 2))\n    assert sums == [3]\n\n\ndef test_story_001_ac1_again():\n    assert sums == [3]\n',
          },
        },
        // The first one adds to what is there, which is all the second one looks at.
        { state: 'pass', summary: '1 of 2 tests did not pass', problems: ['not in another order'] },
      ));
  },
);

describe('with vitest', () => {
  it.each([
    ['at another path', "expect(process.cwd().endsWith('/copy')).toBe(false)"],
    ['in the time zone', 'expect(new Date(17e11).getTimezoneOffset()).not.toBe(-840)'],
    ['another user name', "expect(process.env['USER']).not.toBe('someone')"],
    ['when it runs alone', 'expect(sum).toBe(3)'],
    // The clock of a worker.
    [
      '200 days ahead',
      "expect(Date.now() - statSync(new URL('cart.ts', import.meta.url)).mtimeMs).toBeLessThan(864e5)",
    ],
  ])('names what a test depends on: %s', (cause, body) =>
    checkReal(
      testsSteady,
      {
        before,
        after: {
          'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
          'src/cart.ts': 'export const add = (a: number, b: number): number => a + b;\n',
          'src/cart.test.ts': `import { statSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nimport { add } from './cart.js';\nlet sum = 0;\nit('STORY-001/AC1: adds', () => { sum = add(1, 2); expect(sum).toBe(3); });\nit('${second}', () => { ${body}; void statSync; });\n`,
        },
      },
      { state: 'pass', summary: '1 of 2 tests did not pass', problems: [cause] },
    ),
  );
});

describe.skipIf(!has('go', 'version'))(`with go test${unless('go', 'version')}`, () => {
  const inGo = (...checks: readonly string[]): Readonly<Record<string, string>> => ({
    'go.mod': 'module example.org/shop\n\ngo 1.19\n',
    'cart.go': 'package shop\n\nfunc Add(a, b int) int { return a + b }\n',
    'cart_test.go': `package shop\n\nimport (\n\t"os"\n\t"strings"\n\t"testing"\n\t"time"\n)\n\nvar sum, _, _, _ = 0, os.Args, strings.TrimSpace, time.Now\n\n${checks
      .map(
        (check, at) =>
          `// STORY-001/AC1\nfunc TestAdd${at}(t *testing.T) {\n\tif ${check} {\n\t\tt.Error("not so")\n\t}\n}\n`,
      )
      .join('\n')}`,
  });
  const adds = 'sum = Add(1, 2); sum != 3';

  it('says that steady tests pass elsewhere, too', () =>
    checkReal(
      testsSteady,
      { before, after: inGo(adds, 'Add(2, 2) != 4') },
      { state: 'pass', summary: '2 tests passed in other environments', problems: [] },
    ));

  it.each([
    ['at another path', 'at, _ := os.Getwd(); strings.HasSuffix(at, "/copy")'],
    ['in the time zone', '_, offset := time.Unix(17e8, 0).Zone(); offset == 14*3600'],
    ['another user name', 'os.Getenv("USER") == "someone"'],
    ['when it runs alone', 'sum != 3'],
  ])('names what a test depends on: %s', (cause, check) =>
    checkReal(
      testsSteady,
      { before, after: inGo(adds, check) },
      { state: 'pass', summary: '1 of 2 tests did not pass in other environments', problems: [cause] },
    ),
  );
});
