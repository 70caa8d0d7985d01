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
  it('puts the clock of a worker ahead', () =>
    checkReal(
      testsSteady,
      {
        before,
        after: {
          'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
          'src/cart.ts': 'export const add = (a: number, b: number): number => a + b;\n',
          'src/cart.test.ts': `import { statSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nimport { add } from './cart.js';\nit('STORY-001/AC1: adds', () => expect(add(1, 2)).toBe(3));\nit('${second}', () => expect(Date.now() - statSync(new URL('cart.ts', import.meta.url)).mtimeMs).toBeLessThan(864e5));\n`,
        },
      },
      { state: 'pass', summary: '1 of 2 tests did not pass', problems: ['200 days ahead'] },
    ));
});
