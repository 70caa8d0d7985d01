import type { Stack } from '../cheat.js';

const test = (title: string, body: readonly string[], mark = ''): string =>
  [`test${mark}('${title}', () => {`, ...body.map((line) => `  ${line}`), '});', ''].join('\n');

const heads = (imports: readonly string[]): string =>
  ["import assert from 'node:assert/strict';", "import { test } from 'node:test';", ...imports, ''].join('\n');

export const node: Stack = {
  name: 'JavaScript with node --test',
  isHere: true,
  start: {
    'package.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', scripts: { test: 'node --test', lint: 'node --check src/cart.js' } }, undefined, 2)}\n`,
    'src/stock.js': 'export const stock = (shelf) => shelf.length;\n',
    'README.md': '# Shop\n',
    '.gitignore': 'node_modules/\n',
  },
  paths: {
    cart: 'src/cart.js',
    cartTest: 'test/cart.test.js',
    discount: 'src/discount.js',
    discountTest: 'test/discount.test.js',
    other: 'src/stock.js',
  },
  cart: `/** The sum of all prices. */
export function total(prices) {
  return prices.reduce((sum, price) => sum + price, 0);
}
`,
  cartTest: `${heads(["import { total } from '../src/cart.js';"])}
${test('STORY-001/AC1: prices are added up', ['assert.equal(total([2, 3]), 5);', 'assert.equal(total([]), 0);'])}`,
  discount: `const from = 100;

/** Ten percent off from 100 on. */
export function discount(total) {
  return total >= from ? total - total / 10 : total;
}
`,
  discountTest: `${heads(["import { discount } from '../src/discount.js';"])}
${test('STORY-002/AC1: a large total is lowered', ['assert.equal(discount(200), 180);'])}
${test('STORY-002/AC2: a small total stays', ['assert.equal(discount(50), 50);'])}`,
  tests: (tests, { head = "import { discount } from '../src/discount.js';" } = {}) =>
    [
      heads([head]),
      ...tests.map(({ title, body, mark }) => test(title, body, mark === undefined ? '' : `.${mark}`)),
    ].join('\n'),
  say: {
    equal: (actual, expected) => `assert.equal(${actual}, ${expected});`,
    truthy: (what) => `assert.ok(${what});`,
    swallow: (lines) =>
      ['try {', ...lines.map((line) => `  ${line}`), '} catch {', '  // It does not matter.', '}'].join('\n  '),
    call: (what) => `${what};`,
    leave: 'return;',
  },
  importTotal: "import { total } from '../src/cart.js';",
  skipped: (tests) => tests.replaceAll("test('", "test.skip('"),
  oneMore: test('STORY-001/AC1: one price is the total', ['assert.equal(total([7]), 7);']),
};
