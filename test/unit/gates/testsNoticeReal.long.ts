import { describe } from 'vitest';
import type { ExpectedOutcome } from '../../support/checkCondition.js';
import {
  besides,
  deaf,
  idle,
  loose,
  lucky,
  noticed,
  oneOf,
  ownAnswer,
  play,
  type Stack,
  type Texts,
  undecided,
  unread,
  weak,
} from './noticeCases.js';

/** That a file passes on what another defines, with and without a test of what that does. */
function exported(
  extension: 'mjs' | 'ts',
  head: string,
  isFunction: (what: string) => string,
): readonly (readonly [name: string, files: Texts, expected: ExpectedOutcome])[] {
  const files = (product: string, imports: string, ...more: readonly string[]): Texts => ({
    [`fn/sum.${extension}`]: `export { other } from './other.${extension}';\nexport const sum = () => 3;\n`,
    [`fn/other.${extension}`]: 'export const other = () => 4;\n',
    [`fn/index.${extension}`]: product,
    [`fn/index.test.${extension}`]: [
      `${head}import { sum as direct } from './sum.${extension}';`,
      `${imports}it('STORY-001/AC1: exports', () => { ${isFunction('sum')}; });`,
      ...more,
      '',
    ].join('\n'),
  });
  const passesOn = `export { sum } from './sum.${extension}';\n`;
  const fromIndex = `import { sum } from './index.${extension}';\n`;
  const sums = "it('STORY-001/AC2: sums', () => { if (direct() !== 3) throw new Error('sums'); });";
  return [
    ['what a file exports, beside a test of what that does', files(passesOn, fromIndex, sums), besides],
    ['what a file exports, and nothing else', files(passesOn, fromIndex), deaf],
    [
      'what a file exports, beside a test of what else it exports',
      files(
        `export { other, sum } from './sum.${extension}';\n`,
        `import { sum } from './index.${extension}';\nimport { other } from './other.${extension}';\n`,
        "it('STORY-001/AC2: others', () => { if (direct === other || other() !== 4) throw new Error('others'); });",
      ),
      deaf,
    ],
    [
      'that something exists, beside a test of what it does',
      files(passesOn, `import { sum } from './sum.${extension}';\n`, sums),
      deaf,
    ],
  ];
}

/** It does much, and gives nothing. */
const sumsNothing = 'export const sum = (all) => { let sum = 0; for (const one of all) { sum += one; } };\n';

describe('with node --test', () => {
  const stack: Stack = {
    product: {
      'cart.mjs': `export const LIMIT = 3;
export class EmptyCart extends Error {}
export class Cart {
  items = [];
  add(price) { this.items.push(price); return this; }
  total() { return this.items.reduce((sum, price) => sum + price, 0); }
}
export const empty = () => { throw new EmptyCart('empty'); };
`,
    },
    test: (body, besides = '') => ({
      'cart.test.mjs': `import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import * as cart from './cart.mjs';
${besides}it('STORY-001/AC1: adds', async (t) => { ${body} });
`,
    }),
  };
  const { test } = stack;
  play(stack, [
    ['a result', test('assert.equal(new cart.Cart().add(1).add(2).total(), 3)'), noticed],
    ['a constant', test('assert.equal(cart.LIMIT, 3)'), noticed],
    ['what a class inherits', test("assert.ok(new cart.EmptyCart('a') instanceof Error)"), noticed],
    ['an error', test('assert.throws(() => cart.empty(), cart.EmptyCart)'), noticed],
    [
      'a result in a loop over a table',
      test(
        'for (const [prices, sum] of [[[1, 2], 3]]) { const c = new cart.Cart(); prices.forEach((p) => c.add(p)); assert.equal(c.total(), sum); }',
      ),
      noticed,
    ],
    ['that it exists', test("assert.equal(typeof cart.Cart, 'function')"), deaf],
    ['a literal', test('const c = new cart.Cart(); assert.deepEqual({ total: 3 }, { total: 3 }); assert.ok(c)'), deaf],
    ['the code against itself', test('const c = new cart.Cart(); assert.equal(c.total(), c.total())'), weak],
    [
      'an empty loop',
      test('[].forEach((price) => { assert.equal(new cart.Cart().add(price).total(), price); }); assert.ok(cart.Cart)'),
      deaf,
    ],
    [
      'a timer nobody waits for',
      test('setTimeout(() => { assert.equal(new cart.Cart().total(), 7); }, 50).unref(); assert.ok(cart)'),
      deaf,
    ],
    [
      'nothing, behind an early return',
      test('if (cart.LIMIT !== undefined || true) return; assert.equal(new cart.Cart().total(), 7)'),
      deaf,
    ],
    [
      'a replaced method',
      test("t.mock.method(cart.Cart.prototype, 'total', () => 3); assert.equal(new cart.Cart().total(), 3)"),
      deaf,
    ],
    ['a copy of the subject', test('const c = { ...cart, total: () => 3 }; assert.equal(c.total(), 3)'), deaf],
    [
      'what a helper swallows',
      {
        ...test(
          'quietly(() => assert.equal(new cart.Cart().add(1).total(), 9))',
          "import { quietly } from './test/quietly.mjs';\n",
        ),
        'test/quietly.mjs': 'export const quietly = (run) => { try { run(); } catch {} };\n',
      },
      deaf,
    ],
    [
      'data that the item adds',
      {
        ...test(
          "assert.equal(JSON.parse(readFileSync(new URL('./prices.json', import.meta.url))).a, 1)",
          "import { readFileSync } from 'node:fs';\n",
        ),
        'prices.json': '{ "a": 1 }\n',
      },
      noticed,
    ],
    ['that there is a result', test('assert.ok(new cart.Cart().add(1).add(2).total() > 0)'), loose],
    ['a result that is near', test('assert.ok(Math.abs(new cart.Cart().add(3).total() - 3) < 1e-9)'), noticed],
    [
      'a small fraction that is near',
      test('assert.ok(Math.abs(new cart.Cart().add(0.095).total() - 0.095) < 0.005)'),
      noticed,
    ],
    [
      'that there is a result, beside one that asks for it',
      test(
        'assert.ok(new cart.Cart().add(1).total() > 0)',
        "it('STORY-001/AC1: adds more', () => { assert.equal(new cart.Cart().add(3).total(), 3); });\n",
      ),
      { state: 'pass', summary: '2 new or changed tests failed' },
    ],
    ...['[]', '[{ price: 3, sum: 3 }]'].map((rules): readonly [string, Texts, ExpectedOutcome] => [
      `all of a list of the product, which is ${rules}`,
      {
        'cart.mjs': `${stack.product['cart.mjs'] ?? ''}export const rules = ${rules};\n`,
        ...test(
          'for (const { price, sum } of cart.rules) assert.equal(new cart.Cart().add(price).total(), sum); assert.name',
        ),
      },
      rules === '[]' ? idle : noticed,
    ]),
    [
      'a default that is the result',
      { 'cart.mjs': sumsNothing, ...test('assert.equal(cart.sum([1, 2]) ?? 3, 3)') },
      ownAnswer,
    ],
    [
      'a default that is not the result',
      {
        'cart.mjs': sumsNothing.replace('sum += one; }', 'sum += one; } return sum;'),
        ...test('assert.equal(cart.sum([1, 2]) ?? 0, 3)'),
      },
      noticed,
    ],
    [
      'that what is there is kept',
      {
        'cart.mjs':
          'export const fill = (cart) => { for (const [key, value] of Object.entries({ price: 1, count: 1 })) { if (!(key in cart)) cart[key] = value; } };\n',
        ...test('const own = { count: 4 }; cart.fill(own); assert.equal(own.count, 4)'),
      },
      weak,
    ],
    ['one of many', test('assert.ok([3, 4, 50].includes(new cart.Cart().add(1).add(2).total()))'), oneOf('4, 50')],
    ['that something is in a list', test('assert.ok([new cart.Cart().add(3).total()].includes(3))'), noticed],
    [
      'an effect',
      {
        'cart.mjs': 'export const sold = [];\nexport const sell = (price) => sold.push(price);\n',
        ...test('cart.sell(4); assert.equal(cart.sold[0], 4)'),
      },
      noticed,
    ],
    [
      'a result by chance, until it is right',
      {
        'cart.mjs': 'export const total = (a) => (Math.random() < 0.5 ? a : a + 1);\n',
        ...test('let sum; for (let i = 0; i < 200 && sum !== 3; i++) sum = cart.total(3); assert.equal(sum, 3)'),
      },
      lucky,
    ],
    [
      'the bounds of a result by chance',
      {
        'cart.mjs': 'export const roll = () => 1 + Math.floor(Math.random() * 6);\n',
        ...test('for (let i = 0; i < 500; i++) { const one = cart.roll(); assert.ok(one >= 1 && one <= 6); }'),
      },
      noticed,
    ],
    [
      'that a callback is not run yet',
      {
        'cart.mjs': 'export const defer = (run) => { const ends = []; ends.push(run); return ends; };\n',
        ...test('const run = mock.fn(); cart.defer(run); assert.equal(run.mock.callCount(), 0)'),
      },
      weak,
    ],
    [
      'that a callback is not run, of one that nobody gives',
      {
        'cart.mjs': 'export const defer = (run) => { const ends = []; ends.push(run); return ends; };\n',
        ...test('const run = mock.fn(); cart.defer(() => 1); assert.equal(run.mock.callCount(), 0)'),
      },
      unread,
    ],
    ...exported(
      'mjs',
      "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\n",
      (what) => `assert.equal(typeof ${what}, 'function')`,
    ),
    [
      'an enumeration in TypeScript',
      { 'kind.mts': 'export enum Kind { A = 1 }\n', ...test('assert.ok(cart)') },
      undecided,
    ],
  ]);
});

describe('with vitest', () => {
  const stack: Stack = {
    product: {
      'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
      'src/cart.ts':
        'export interface Price { readonly amount: number }\nexport const total = (prices: readonly Price[]): number => prices.reduce((sum, { amount }) => sum + amount, 0);\n',
      'src/shop.ts':
        "import { type Price, total } from './cart.js';\nexport class Shop {\n  constructor(private readonly prices: readonly Price[]) {}\n  get sum(): number { return total(this.prices); }\n}\n",
    },
    test: (body, besides = '') => ({
      'src/cart.test.ts': `import { expect, expectTypeOf, it, vi } from 'vitest';
import * as cart from './cart.js';
import { Shop } from './shop.js';
${besides}it('STORY-001/AC1: adds', () => { ${body} });
`,
    }),
  };
  const { test } = stack;
  play(stack, [
    [
      'a result',
      test(
        'expect(new Shop([{ amount: 2 }]).sum).toBe(2); expect(vi).toBeDefined(); expectTypeOf(cart.total).toBeFunction()',
      ),
      noticed,
    ],
    [
      'that it exists',
      test('expect(cart.total).toBeDefined(); expect(Shop).toBeTypeOf("function"); expect(vi).toBeDefined()'),
      deaf,
    ],
    ...exported('ts', "import { expect, it } from 'vitest';\n", (what) => `expect(typeof ${what}).toBe('function')`),
    [
      'that what it is given stays as it is',
      test(
        'const prices = [{ amount: 2 }]; cart.total(prices); expect(prices).toEqual([{ amount: 2 }]); expect(vi.fn(Shop)).toBeDefined()',
      ),
      weak,
    ],
    [
      'all of a list of the product, which is empty',
      {
        'src/cart.ts': `${stack.product['src/cart.ts'] ?? ''}export const rules: { prices: Price[]; sum: number }[] = [];\n`,
        ...test('cart.rules.forEach(({ prices, sum }) => expect(new Shop(prices).sum).toBe(sum)); vi.fn()'),
      },
      idle,
    ],
    [
      'a default that is the result',
      {
        'src/cart.ts': `interface Price { amount: number }\n${sumsNothing.replace('(all)', '(all: number[]): number | undefined')}export const total = (all: readonly Price[]) => all.length;\n`,
        ...test('expect(cart.sum([1, 2]) || 3).toBe(3)'),
      },
      ownAnswer,
    ],
    ['types only', test('expectTypeOf(cart.total).returns.toBeNumber(); expect(Shop).toBeDefined()'), deaf],
    ['that there is a result', test('expect(new Shop([{ amount: 2 }]).sum).toBeGreaterThan(0)'), loose],
    [
      'one of many',
      test('expect([2, 30]).toContain(cart.total([{ amount: 2 }])); expect(Shop).toBeDefined()'),
      oneOf('30'),
    ],
    [
      'a spied subject',
      test("vi.spyOn(Shop.prototype, 'sum', 'get').mockReturnValue(3); expect(new Shop([]).sum).toBe(3)"),
      deaf,
    ],
    [
      'a mocked module',
      test(
        'expect(cart.total([])).toBe(3); expect(new Shop([])).toBeDefined()',
        "vi.mock('./cart.js', () => ({ total: () => 3 }));\n",
      ),
      deaf,
    ],
    [
      'that it fails',
      {
        'src/cart.test.ts':
          test('expect(cart.total([{ amount: 1 }])).toBe(7)')['src/cart.test.ts']?.replace("it('", "it.fails('") ?? '',
      },
      { state: 'fail' },
    ],
  ]);
});
