import { expect, it } from 'vitest';
import { codeRows } from '../../../server/src/agents/playbooks/codeRows.js';
import { readCodeIndex } from '../../../server/src/project/readCodeIndex.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const files = {
  'src/cart.js': [
    "import { round } from './money.js';",
    'export class Cart {',
    '  total() { return round(1); }',
    '}',
    'function own() {}',
    'own();',
  ].join('\n'),
  'src/money.js': 'export function round(amount, digits) { return amount; }\nexport const format = (x) => x;\n',
  'src/orders.js': "import { round } from './money.js';\nexport function applyVoucher(code) { return round(code); }\n",
  'src/shelf.js': 'export function sortShelf(books) { return books; }\n',
  'test/money.test.js': "import { round } from '../src/money.js';\nfunction helper() { return round(1); }\n",
};

async function rowsOf(wish: string, touched: readonly string[] = []): Promise<readonly string[]> {
  const paths = Object.keys(files);
  const index = await readCodeIndex(
    testMachine(),
    { root: temporaryFolder(files), paths },
    new AbortController().signal,
  );
  return codeRows(index, wish, touched).map(({ line }) => line);
}

const round =
  '`round(amount, digits)` in `src/money.js` line 1, named; called by `Cart.total (src/cart.js:3)`, `applyVoucher (src/orders.js:2)`';

it.each<[wish: string, touched: readonly string[], rows: readonly string[]]>([
  ['Let `round` take a currency', [], [round]],
  ['Let round() take a currency', [], [round]],
  [
    'Sum up in Cart.total',
    [],
    ['`Cart.total()` in `src/cart.js` line 3, named', '`Cart` in `src/cart.js` line 2, similar by name'],
  ],
  ['Let a trip be free', [], []],
  ['Redeem vouchers', [], ['`applyVoucher(code)` in `src/orders.js` line 2, similar by name']],
  ['Make it blue', ['src/cart.js'], ['`Cart` in `src/cart.js` line 2, in a file to be touched']],
])('%s', async (wish, touched, rows) => {
  expect(await rowsOf(wish, touched)).toEqual(rows);
});
