import { describe } from 'vitest';
import {
  allDeaf,
  besides,
  deaf,
  idle,
  loose,
  mirrored,
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
function playExported(stack: Stack, extension: 'mjs' | 'ts', head: string, isFunction: (what: string) => string): void {
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
  play(stack, besides, {
    'what a file exports, beside a test of what that does': files(passesOn, fromIndex, sums),
  });
  play(stack, deaf, {
    'what a file exports, and nothing else': files(passesOn, fromIndex),
    'what a file exports, beside a test of what else it exports': files(
      `export { other, sum } from './sum.${extension}';\n`,
      `${fromIndex}import { other } from './other.${extension}';\n`,
      "it('STORY-001/AC2: others', () => { if (direct === other || other() !== 4) throw new Error('others'); });",
    ),
    'that something exists, beside a test of what it does': files(
      passesOn,
      `import { sum } from './sum.${extension}';\n`,
      sums,
    ),
  });
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
  play(stack, noticed, {
    'a result': test('assert.equal(new cart.Cart().add(1).add(2).total(), 3)'),
    'a constant': test('assert.equal(cart.LIMIT, 3)'),
    'what a class inherits': test("assert.ok(new cart.EmptyCart('a') instanceof Error)"),
    'an error': test('assert.throws(() => cart.empty(), cart.EmptyCart)'),
    'a result in a loop over a table': test(
      'for (const [prices, sum] of [[[1, 2], 3]]) { const c = new cart.Cart(); prices.forEach((p) => c.add(p)); assert.equal(c.total(), sum); }',
    ),
    'data that the item adds': {
      ...test(
        "assert.equal(JSON.parse(readFileSync(new URL('./prices.json', import.meta.url))).a, 1)",
        "import { readFileSync } from 'node:fs';\n",
      ),
      'prices.json': '{ "a": 1 }\n',
    },
    'a result that is near': test('assert.ok(Math.abs(new cart.Cart().add(3).total() - 3) < 1e-9)'),
    'a small fraction that is near': test('assert.ok(Math.abs(new cart.Cart().add(0.095).total() - 0.095) < 0.005)'),
    'a default that is not the result': {
      'cart.mjs': sumsNothing.replace('sum += one; }', 'sum += one; } return sum;'),
      ...test('assert.equal(cart.sum([1, 2]) ?? 0, 3)'),
    },
    'that something is in a list': test('assert.ok([new cart.Cart().add(3).total()].includes(3))'),
    'an effect': {
      'cart.mjs': 'export const sold = [];\nexport const sell = (price) => sold.push(price);\n',
      ...test('cart.sell(4); assert.equal(cart.sold[0], 4)'),
    },
    'the bounds of a result by chance': {
      'cart.mjs': 'export const roll = () => 1 + Math.floor(Math.random() * 6);\n',
      ...test('for (let i = 0; i < 500; i++) { const one = cart.roll(); assert.ok(one >= 1 && one <= 6); }'),
    },
  });
  const nothing = {
    exists: "assert.equal(typeof cart.Cart, 'function')",
    literal: 'const c = new cart.Cart(); assert.deepEqual({ total: 3 }, { total: 3 }); assert.ok(c)',
    'empty loop':
      '[].forEach((price) => { assert.equal(new cart.Cart().add(price).total(), price); }); assert.ok(cart.Cart)',
    timer: 'setTimeout(() => { assert.equal(new cart.Cart().total(), 7); }, 50).unref(); assert.ok(cart)',
    'early return': 'if (cart.LIMIT !== undefined || true) return; assert.equal(new cart.Cart().total(), 7)',
    'replaced method': "t.mock.method(cart.Cart.prototype, 'total', () => 3); assert.equal(new cart.Cart().total(), 3)",
    copy: 'const c = { ...cart, total: () => 3 }; assert.equal(c.total(), 3)',
  };
  play(stack, allDeaf(...Object.keys(nothing), 'adds'), {
    'nothing, in many ways': test(
      'assert.ok(cart)',
      Object.entries(nothing)
        .map(([what, body]) => `it('STORY-001/AC1: ${what}', async (t) => { ${body} });\n`)
        .join(''),
    ),
  });
  play(stack, deaf, {
    'what a helper swallows': {
      ...test(
        'quietly(() => assert.equal(new cart.Cart().add(1).total(), 9))',
        "import { quietly } from './test/quietly.mjs';\n",
      ),
      'test/quietly.mjs': 'export const quietly = (run) => { try { run(); } catch {} };\n',
    },
  });
  play(stack, weak, {
    'the code against itself': test('const c = new cart.Cart(); assert.equal(c.total(), c.total())'),
    'that what is there is kept': {
      'cart.mjs':
        'export const fill = (cart) => { for (const [key, value] of Object.entries({ price: 1, count: 1 })) { if (!(key in cart)) cart[key] = value; } };\n',
      ...test('const own = { count: 4 }; cart.fill(own); assert.equal(own.count, 4)'),
    },
    'that a callback is not run yet': {
      'cart.mjs': 'export const defer = (run) => { const ends = []; ends.push(run); return ends; };\n',
      ...test('const run = mock.fn(); cart.defer(run); assert.equal(run.mock.callCount(), 0)'),
    },
  });
  play(stack, loose, {
    'that there is a result': test('assert.ok(new cart.Cart().add(1).add(2).total() > 0)'),
  });
  play(
    stack,
    { state: 'pass', summary: '2 new or changed tests failed' },
    {
      'that there is a result, beside one that asks for it': test(
        'assert.ok(new cart.Cart().add(1).total() > 0)',
        "it('STORY-001/AC1: adds more', () => { assert.equal(new cart.Cart().add(3).total(), 3); });\n",
      ),
    },
  );
  play(stack, ownAnswer, {
    'a default that is the result': { 'cart.mjs': sumsNothing, ...test('assert.equal(cart.sum([1, 2]) ?? 3, 3)') },
  });
  play(stack, mirrored, {
    'what the code gave before': {
      'cart.mjs': 'export const price = (n) => n;\n',
      ...test('assert.equal(cart.price(3), was)', 'const was = cart.price(3);\n'),
    },
  });
  play(stack, weak, {
    'a relation between results': {
      'cart.mjs': 'export const slug = (text) => text.toLowerCase();\n',
      ...test("assert.equal(cart.slug('A'), cart.slug('a'))"),
    },
  });
  play(stack, noticed, {
    'a round trip': {
      'cart.mjs': 'export const show = (n) => `${n} EUR`;\nexport const read = (text) => Number.parseFloat(text);\n',
      ...test('assert.equal(cart.read(cart.show(3)), 3)'),
    },
  });
  play(stack, oneOf('4, 50'), {
    'one of many': test('assert.ok([3, 4, 50].includes(new cart.Cart().add(1).add(2).total()))'),
  });
  play(stack, lucky, {
    'a result by chance, until it is right': {
      'cart.mjs': 'export const total = (a) => (Math.random() < 0.5 ? a : a + 1);\n',
      ...test('let sum; for (let i = 0; i < 200 && sum !== 3; i++) sum = cart.total(3); assert.equal(sum, 3)'),
    },
  });
  play(stack, unread, {
    'that a callback is not run, of one that nobody gives': {
      'cart.mjs': 'export const defer = (run) => { const ends = []; ends.push(run); return ends; };\n',
      ...test('const run = mock.fn(); cart.defer(() => 1); assert.equal(run.mock.callCount(), 0)'),
    },
  });
  play(stack, undecided, {
    'an enumeration in TypeScript': { 'kind.mts': 'export enum Kind { A = 1 }\n', ...test('assert.ok(cart)') },
  });
  const allOf = (rules: string): Texts => ({
    'cart.mjs': `${stack.product['cart.mjs'] ?? ''}export const rules = ${rules};\n`,
    ...test(
      'for (const { price, sum } of cart.rules) assert.equal(new cart.Cart().add(price).total(), sum); assert.name',
    ),
  });
  play(stack, idle, { 'all of a list of the product, which is []': allOf('[]') });
  play(stack, noticed, {
    'all of a list of the product, which is [{ price: 3, sum: 3 }]': allOf('[{ price: 3, sum: 3 }]'),
  });
  playExported(
    stack,
    'mjs',
    "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\n",
    (what) => `assert.equal(typeof ${what}, 'function')`,
  );
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
  play(stack, noticed, {
    'a result': test(
      'expect(new Shop([{ amount: 2 }]).sum).toBe(2); expect(vi).toBeDefined(); expectTypeOf(cart.total).toBeFunction()',
    ),
  });
  play(stack, deaf, {
    'that it exists': test(
      'expect(cart.total).toBeDefined(); expect(Shop).toBeTypeOf("function"); expect(vi).toBeDefined()',
    ),
    'types only': test('expectTypeOf(cart.total).returns.toBeNumber(); expect(Shop).toBeDefined()'),
    'a spied subject': test(
      "vi.spyOn(Shop.prototype, 'sum', 'get').mockReturnValue(3); expect(new Shop([]).sum).toBe(3)",
    ),
    'a mocked module': test(
      'expect(cart.total([])).toBe(3); expect(new Shop([])).toBeDefined()',
      "vi.mock('./cart.js', () => ({ total: () => 3 }));\n",
    ),
  });
  play(stack, weak, {
    'that what it is given stays as it is': test(
      'const prices = [{ amount: 2 }]; cart.total(prices); expect(prices).toEqual([{ amount: 2 }]); expect(vi.fn(Shop)).toBeDefined()',
    ),
  });
  play(stack, idle, {
    'all of a list of the product, which is empty': {
      'src/cart.ts': `${stack.product['src/cart.ts'] ?? ''}export const rules: { prices: Price[]; sum: number }[] = [];\n`,
      ...test('cart.rules.forEach(({ prices, sum }) => expect(new Shop(prices).sum).toBe(sum)); vi.fn()'),
    },
  });
  play(stack, ownAnswer, {
    'a default that is the result': {
      'src/cart.ts': `interface Price { amount: number }\n${sumsNothing.replace('(all)', '(all: number[]): number | undefined')}export const total = (all: readonly Price[]) => all.length;\n`,
      ...test('expect(cart.sum([1, 2]) || 3).toBe(3)'),
    },
  });
  play(stack, loose, {
    'that there is a result': test('expect(new Shop([{ amount: 2 }]).sum).toBeGreaterThan(0)'),
  });
  play(stack, oneOf('30'), {
    'one of many': test('expect([2, 30]).toContain(cart.total([{ amount: 2 }])); expect(Shop).toBeDefined()'),
  });
  play(
    stack,
    { state: 'fail' },
    {
      'that it fails': {
        'src/cart.test.ts':
          test('expect(cart.total([{ amount: 1 }])).toBe(7)')['src/cart.test.ts']?.replace("it('", "it.fails('") ?? '',
      },
    },
  );
  playExported(
    stack,
    'ts',
    "import { expect, it } from 'vitest';\n",
    (what) => `expect(typeof ${what}).toBe('function')`,
  );
});
