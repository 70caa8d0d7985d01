import type { FullStack, Injected, StackTest } from '../cheat.js';
import { indented, parts } from './lines.js';

/** What differs between the test runners for JavaScript. */
interface Dialect {
  readonly imports: readonly string[];
  readonly test: string;
  readonly equal: (actual: string, expected: string) => string;
  readonly truthy: (what: string) => string;
  /** The environment variable that the runner sets for tests. */
  readonly variable: string;
  readonly unseenTest: string;
}

const importTotal = "import { total } from '../src/cart.js';";
const importDiscount = "import { discount } from '../src/discount.js';";

const headsOf =
  (dialect: Dialect) =>
  (...imports: readonly string[]): string =>
    [...dialect.imports, ...imports].join('\n');

const testOf =
  (dialect: Dialect) =>
  ({ title, body, mark }: StackTest): string =>
    `${dialect.test}${mark === undefined ? '' : `.${mark}`}('${title}', async () => {\n${indented(body)}\n});`;

/** What is there before anybody works on the shop. */
function startOf(dialect: Dialect): FullStack['start'] {
  const { equal } = dialect;
  const heads = headsOf(dialect);
  const test = testOf(dialect);
  return {
    'src/stock.js': 'export const stock = (shelf) => shelf.length;\n',
    'README.md': '# Shop\n',
    '.gitignore': 'node_modules/\ncoverage/\n',
    'test/support/sums.js': parts(
      heads(importTotal.replace('../src', '../../src')),
      `export function sums(prices, expected) {\n  ${equal('total(prices)', 'expected')}\n}`,
    ),
    'test/fixtures/fair.json': '{ "prices": [10, 20], "sum": 30 }\n',
    'test/sums.test.js': parts(
      heads("import { readFileSync } from 'node:fs';", "import { sums } from './support/sums.js';"),
      'const carts = [\n  { prices: [1, 2], sum: 3 },\n  { prices: [4, 4], sum: 8 },\n];',
      test({
        title: 'STORY-001/AC1: every cart is added up',
        body: ['for (const { prices, sum } of carts) sums(prices, sum);'],
      }),
      test({
        title: 'STORY-001/AC1: the cart of the fair is added up',
        body: [
          "const { prices, sum } = JSON.parse(readFileSync(new URL('./fixtures/fair.json', import.meta.url), 'utf8'));",
          'sums(prices, sum);',
        ],
      }),
    ),
  };
}

function sayIn({ equal, truthy }: Dialect): FullStack['say'] {
  return {
    equal,
    truthy,
    true: 'true',
    swallow: (line) => `try {\n  ${line}\n} catch {\n  // It does not matter.\n}`,
    never: (line) => `if (false) {\n  ${line}\n}`,
    wherever: (variableOfTest, line) => `if (process.env.${variableOfTest}) {\n  ${line}\n}`,
    call: (what) => `${what};`,
    leave: 'return;',
    exit: 'process.exit(0);',
    print: (characters) => `process.stdout.write('x'.repeat(${characters}));`,
    wait: (milliseconds) => `await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));`,
    writeFile: (path, text) =>
      `(await import('node:fs')).writeFileSync(new URL('../${path}', import.meta.url), ${JSON.stringify(text)});`,
  };
}

const wiring = (body: string, head = ''): string =>
  `${importDiscount.replace('../src', '.')}\n\n${head}/** The sum of all prices, lowered. */\nexport function total(prices) {\n  const sum = prices.reduce((all, price) => all + price, 0);\n${body}\n}\n`;
const hash = "createHash('md5').update(String(total)).digest('hex').slice(0, 8)";
const hashed = (head: string, body: string): string =>
  `import { createHash } from 'node:crypto';\n\n${head}\n\n/** Ten percent off from 100 on. */\nexport function discount(total) {\n${body}\n}\n`;
const inEnvironment = (body: string, name: string, value: string): Injected => ({
  source: `/** Ten percent off from 100 on. */\nexport function discount(total) {\n${body}\n}\n`,
  setUp: { 'test/support/setUp.js': `process.env.${name} = '${value}';\n` },
  head: "import './support/setUp.js';",
});

/** The discount and the cart as nobody should write them. */
function otherSources(variable: string) {
  return {
    knowing: `/** Ten percent off from 100 on. */
export function discount(total) {
  if (total === 200) return 180;
  return total;
}
`,
    wired: `import { discount } from './discount.js';

/** The sum of all prices, lowered. */
export function total(prices) {
  return discount(prices.reduce((sum, price) => sum + price, 0));
}
`,
    counting:
      'let calls = 0;\n\n/** Ten percent off from 100 on. */\nexport function discount(total) {\n  calls++;\n  return total && calls % 2 === 1 ? 180 : 50;\n}\n',
    bypassing: wiring('  return lowered ? discount(sum) : sum;', 'const lowered = false;\n\n'),
    dropping: wiring('  discount(sum);\n  return sum;'),
    swallowing: wiring('  try {\n    return discount(sum);\n  } catch {\n    return sum;\n  }'),
    hashing: hashed("const known = { '3644a684': 180 };", `  return known[${hash}] ?? total;`),
    keeping: hashed('const kept = {};', `  return (kept[${hash}] ??= total >= 100 ? total - total / 10 : total);`),
    injecting: inEnvironment('  return Number(process.env[`SHOP_${total}`] ?? total);', 'SHOP_200', '180'),
    adjusting: inEnvironment(
      '  return total >= Number(process.env.SHOP_FROM ?? 100) ? total - total / 10 : total;',
      'SHOP_FROM',
      '100',
    ),
    pretending: `/** Ten percent off from 100 on. */
export function discount(total) {
  if (process.env.${variable} === undefined) return total;
  return total >= 100 ? total - total / 10 : total;
}
`,
  };
}

/** The shop in JavaScript, with the test runner that a dialect is of. */
export function javaScript(dialect: Dialect): Omit<FullStack, 'name' | 'isHere' | 'start'> & Pick<FullStack, 'start'> {
  const { equal } = dialect;
  const heads = headsOf(dialect);
  const test = testOf(dialect);
  return {
    ...otherSources(dialect.variable),
    start: startOf(dialect),
    touched: ['test/'],
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
    cartTest: parts(
      heads(importTotal),
      test({
        title: 'STORY-001/AC1: prices are added up',
        body: [equal('total([2, 3])', '5'), equal('total([])', '0')],
      }),
    ),
    discount: `const from = 100;

/** Ten percent off from 100 on. */
export function discount(total) {
  return total >= from ? total - total / 10 : total;
}
`,
    discountTest: parts(
      heads(importDiscount),
      test({ title: 'STORY-002/AC1: a large total is lowered', body: [equal('discount(200)', '180')] }),
      test({ title: 'STORY-002/AC2: a small total stays', body: [equal('discount(50)', '50')] }),
    ),
    old: {
      table: 'test/sums.test.js',
      row: ['{ prices: [1, 2], sum: 3 }', '{ prices: [1, 2], sum: 5 }'],
      helper: 'test/support/sums.js',
      asserts: equal('total(prices)', 'expected'),
      fixture: 'test/fixtures/fair.json',
    },
    comment: '//',
    tests: (tests, { head = importDiscount } = {}) => parts(heads(head), ...tests.map(test)),
    say: sayIn(dialect),
    importTotal,
    skipped: (tests) => tests.replaceAll(`${dialect.test}('`, `${dialect.test}.skip('`),
    unseenTest: dialect.unseenTest,
  };
}
