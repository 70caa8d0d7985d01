import { describe, it } from 'vitest';
import { mutationScore } from '../../../server/src/gates/conditions/mutationScore.js';
import type { ExpectedOutcome } from '../../support/checkCondition.js';
import { has, unless } from '../../support/hasProgram.js';
import { checkReal } from '../../support/realCondition.js';

type Texts = Readonly<Record<string, string>>;

/** A discount from 100 on, and tests that look at its border, or at no more than that it can be called. */
interface Stack {
  readonly product: Texts;
  /** @param asked arguments with what is expected of them; null: anything. */
  readonly test: (asked: readonly (readonly [total: number, expected: number | null])[]) => Texts;
  /** What each of these tests is to score. */
  readonly scores: Readonly<Record<'thorough' | 'idle', ExpectedOutcome>>;
}

function play({ product, test, scores }: Stack): void {
  const before = { 'README.md': 'Shop\n' };
  const check = (asked: Parameters<typeof test>[0], expected: ExpectedOutcome): Promise<void> =>
    checkReal(mutationScore, { before, after: { ...product, ...test(asked) } }, expected);
  it('says of a test that looks at the border that it notices all', () =>
    check(
      [
        [99, 99],
        [100, 90],
        [200, 190],
      ],
      scores.thorough,
    ));
  it('says what a test that only calls the code does not notice', () => check([[1, null]], scores.idle));
}

const scored = (noticed: number, all: number, ...problems: readonly string[]): ExpectedOutcome => ({
  state: 'pass',
  summary: `the tests noticed ${noticed} of ${all} small changes`,
  ...(problems.length > 0 ? { problems } : {}),
});

describe('with node --test', () => {
  play({
    product: {
      'discount.mjs': 'export const discount = (total) => (total >= 100 ? total - 10 : total);\n',
    },
    test: (asked) => ({
      'discount.test.mjs': `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { discount } from './discount.mjs';\nit('STORY-001/AC1: discounts', () => {\n${asked.map(([total, expected]) => (expected === null ? `  discount(${total});\n` : `  assert.equal(discount(${total}), ${expected});\n`)).join('')}});\n`,
    }),
    scores: { thorough: scored(6, 6), idle: scored(0, 6) },
  });
});

describe.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  `with pytest${unless('python3', '-m', 'pytest', '--version')}`,
  () => {
    play({
      product: {
        'shop/__init__.py': '',
        'shop/discount.py': 'def discount(total):\n    if total >= 100:\n        return total - 10\n    return total\n',
      },
      test: (asked) => ({
        'tests/test_discount.py': `from shop.discount import discount\n\n\ndef test_story_001_ac1():\n${asked.map(([total, expected]) => (expected === null ? `    discount(${total})\n` : `    assert discount(${total}) == ${expected}\n`)).join('')}`,
      }),
      scores: { thorough: scored(6, 6), idle: scored(0, 6) },
    });
  },
);

describe('with vitest', () => {
  play({
    product: {
      'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
      'src/discount.ts': 'export const discount = (total: number): number => (total >= 100 ? total - 10 : total);\n',
    },
    test: (asked) => ({
      'src/discount.test.ts': `import { expect, it } from 'vitest';\nimport { discount } from './discount.js';\nit('STORY-001/AC1: discounts', () => {\n${asked.map(([total, expected]) => (expected === null ? `  discount(${total});\n` : `  expect(discount(${total})).toBe(${expected});\n`)).join('')}});\n`,
    }),
    scores: { thorough: scored(6, 6), idle: scored(0, 6) },
  });
});

describe.skipIf(!has('go', 'version'))(`with go test${unless('go', 'version')}`, () => {
  play({
    product: {
      'go.mod': 'module example.org/shop\n\ngo 1.19\n',
      'discount.go':
        'package shop\n\nfunc Discount(total int) int {\n\tif total >= 100 {\n\t\treturn total - 10\n\t}\n\treturn total\n}\n',
    },
    test: (asked) => ({
      'discount_test.go': `package shop\n\nimport "testing"\n\n// STORY-001/AC1\nfunc TestDiscount(t *testing.T) {\n${asked.map(([total, expected]) => (expected === null ? `\tDiscount(${total})\n` : `\tif got := Discount(${total}); got != ${expected} {\n\t\tt.Errorf("got %d", got)\n\t}\n`)).join('')}}\n`,
    }),
    scores: { thorough: scored(6, 6), idle: scored(0, 6) },
  });
});
