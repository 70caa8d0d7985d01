import { describe, expect, it } from 'vitest';
import { callChain } from '../../../server/src/gates/conditions/callChain.js';
import { chainLinks, chainSteps } from '../../../server/src/gates/support/callChain.js';
import { readCodeIndex } from '../../../server/src/project/readCodeIndex.js';
import type { CodeIndex } from '../../../server/src/trace/codeGraph/codeIndex.js';
import { change, checkCondition, type ExpectedOutcome } from '../../support/checkCondition.js';
import { runsTests } from '../../support/statedRuns.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

type Files = Readonly<Record<string, string>>;

const readIndex = (files: Files): Promise<CodeIndex> =>
  readCodeIndex(
    testMachine(),
    { root: temporaryFolder(files), paths: Object.keys(files).sort() },
    new AbortController().signal,
  );

const discount = 'export function discount(total) {\n  return total;\n}\n';
const calls =
  "import { discount } from './discount.js';\nexport class Cart {\n  total() {\n    return discount(1);\n  }\n}\n";
const callsNot = 'export class Cart {\n  total() {\n    return 1;\n  }\n}\n';
const test =
  "import { it } from 'vitest';\nimport { Cart } from '../src/cart.js';\nit('adds', () => new Cart().total());\n";

/** @param files besides the discount, which the item added. */
async function check(files: Files, expected: ExpectedOutcome, chain = 'Cart.total → discount'): Promise<void> {
  const index = await readIndex({ 'src/discount.js': discount, ...files });
  await checkCondition(
    callChain,
    {
      project: `=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Target Call Chain\n\n${chain}\n`,
      work: { changes: [change('src/discount.js', undefined, files['src/discount.js'] ?? discount)] },
      codeIndex: () => Promise.resolve(index),
    },
    expected,
  );
}

const called = (note = ''): ExpectedOutcome => ({
  state: 'pass',
  summary: `1 of 1 changed step called as the chain says${note}`,
});
const refused: ExpectedOutcome = {
  state: 'fail',
  problems: [
    'The call chain says that Cart.total leads to discount, but no code of the product calls, passes on or imports discount',
  ],
  approvable: ['call-chain:Cart.total:discount'],
};

describe('call-chain', () => {
  it.each<[what: string, files: Files, expected: ExpectedOutcome]>([
    ['what is called', { 'src/cart.js': calls, 'test/cart.test.js': test }, called()],
    ['what nothing calls', { 'src/cart.js': callsNot, 'test/cart.test.js': test }, refused],
    [
      'what tests alone call',
      { 'src/cart.js': callsNot, 'test/d.test.js': "import { discount } from '../src/discount.js';\ndiscount(1);\n" },
      refused,
    ],
    [
      'what is only exported again',
      { 'src/cart.js': callsNot, 'src/index.js': "export { discount } from './discount.js';\n" },
      refused,
    ],
    [
      'what is passed on to something else',
      { 'src/cart.js': callsNot, 'src/hooks.js': "import { discount } from './discount.js';\nregister(discount);\n" },
      {
        state: 'pass',
        summary: '0 of 1 changed step called as the chain says; the rest cannot be followed',
        problems: [
          'No way by calls from Cart.total to discount was found, as the call chain says; other code names discount',
        ],
      },
    ],
    [
      'what is imported as a whole',
      {
        'src/cart.js': callsNot,
        'src/all.js': "import * as rules from './discount.js';\nexport const names = Object.keys(rules);\n",
      },
      { state: 'pass', summary: 'the rest cannot be followed; no test calls Cart.total' },
    ],
    [
      'what a framework finds by its decorator',
      { 'src/cart.js': callsNot, 'src/discount.js': `@route('/discount')\n${discount}` },
      { state: 'pass', summary: 'the rest cannot be followed' },
    ],
    [
      'what its own file hands out',
      { 'src/cart.js': callsNot, 'src/discount.js': `${discount}button.onclick = discount;\n` },
      { state: 'pass', summary: 'the rest cannot be followed' },
    ],
    [
      'what its own file only exports',
      {
        'src/cart.js': callsNot,
        'src/discount.js': `${discount.replace('export ', '')}export { discount };\n`,
      },
      refused,
    ],
    [
      'what is called on the way through others',
      {
        'src/cart.js': calls.replaceAll('discount', 'lowered').replace('./lowered', './lower'),
        'src/lower.js':
          "import { discount } from './discount.js';\nexport const lowered = (total) => discount(total);\n",
      },
      called('; no test calls Cart.total'),
    ],
    [
      'a step that the code does not have',
      {},
      { state: 'pass', summary: 'names nothing that the item added or changed' },
    ],
  ])('judges %s', (_, files, expected) => check(files, expected));

  it.each([
    '`Cart.total()` → `discount(total)`',
    'src/cart.js:Cart.total -> src/discount.js:discount',
    '1. Cart.total -> discount\n2. other',
    'App => Cart.total => discount => database',
  ])('reads %s', async (chain) => {
    const index = await readIndex({ 'src/discount.js': discount, 'src/cart.js': calls });
    const [steps = []] = chainSteps(chain, index);
    expect(steps.map(({ parts }) => parts.map(({ id }) => id))).toEqual([
      ['src/cart.js#Cart.total'],
      ['src/discount.js#discount'],
    ]);
  });

  it('cannot follow a getter', async () => {
    const text = 'export class Cart {\n  get total() {\n    return 1;\n  }\n}\n';
    const index = await readIndex({
      'src/page.js': 'export const render = (cart) => cart.total;\n',
      'src/cart.js': text,
    });
    const [steps = []] = chainSteps('render → Cart.total', index);
    expect(chainLinks(steps, index, new Map([['src/cart.js', text]])).map(({ way }) => way)).toEqual(['elsewhere']);
  });

  it('reads none in prose', async () => {
    expect(chainSteps('The cart calls discount.', await readIndex({ 'src/discount.js': discount }))).toEqual([]);
  });
});

describe('call-chain, by what tests of its first step notice', () => {
  type Fails = Partial<Record<'throws' | 'ends' | 'nothing' | 'more', boolean>>;
  const tests =
    "import { it } from 'vitest';\nimport { discount } from '../src/discount.js';\nimport { Cart } from '../src/cart.js';\nit('STORY-001: total of a cart', () => expect(new Cart().total()).toBe(1));\n";
  const kinds = [
    ['ends', 'SIGKILL'],
    ['throws', 'throw new Error'],
    ['more', '__pactwrightResults'],
    ['nothing', 'return undefined'],
  ] as const;

  async function play(fails: Fails, expected: ExpectedOutcome, cart = calls, text = tests): Promise<void> {
    const files = { 'src/discount.js': discount, 'src/cart.js': cart, 'test/cart.test.js': text };
    const index = await readIndex(files);
    const names = [...text.matchAll(/it\('([^']+)'/gu)].map(([, name]) => `test/cart.test.js > ${name ?? ''}`);
    await checkCondition(
      callChain,
      {
        project: `=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Target Call Chain\n\nCart.total → discount\n=== test/cart.test.js\n${text}`,
        work: {
          changes: [change('src/discount.js', undefined, discount), change('src/cart.js', callsNot, cart)],
        },
        codeIndex: () => Promise.resolve(index),
        lab: {
          runTests: (asked, place, options) => {
            const changed = (place.kind === 'tree' && place.overlay?.get('src/discount.js')) || '';
            const kind = kinds.find(([, has]) => changed.includes(has))?.[0];
            const status = kind && fails[kind] ? 'failed' : 'passed';
            return runsTests(Object.fromEntries(names.map((name) => [name, status]))).runTests(asked, place, options);
          },
        },
      },
      expected,
    );
  }
  const told = (how: string): string =>
    `The call chain says that Cart.total leads to discount. Of 1 test of Cart.total, ${how}`;
  const drops = calls.replace('return discount(1);', 'discount(1);\n    return 1;');

  it('passes where one fails without the step', () => play({ throws: true, nothing: true }, called()));
  it('is refused where none gets there', () => play({}, { state: 'fail', problems: [told('none gets there')] }));
  it('is refused where errors are swallowed', () =>
    play(
      { ends: true },
      { state: 'fail', problems: [told('one gets there, and none fails where it throws: its errors')] },
    ));
  it('is refused where all calls drop the result that tests ask for', () =>
    play(
      { throws: true, more: true },
      { state: 'fail', problems: [told('one fails where it throws, and none where it does nothing: all calls drop')] },
      drops,
      `${tests}it('STORY-001: lowers', () => expect(discount(1)).toBe(1));\n`,
    ));
  it.each<[what: string, fails: Fails, cart?: string]>([
    ['the result is used', { throws: true, more: true }],
    ['no test asks for the result', { throws: true }, drops],
  ])('lists a step that only has to run where %s', (_, fails, cart) =>
    play(fails, { state: 'pass', problems: [told('one fails where it throws, and none where it does nothing')] }, cart),
  );
  it.each([
    [
      'that have something of the same name',
      tests.replace('expect(new Cart().total()).toBe(1)', '{ const total = 3; }'),
    ],
    ['of a method of the same name', tests.replace('src/cart.js', 'src/invoice.js')],
  ])('says nothing of tests %s', (_, text) => play({}, called(), calls, text));
  it.each([
    'expect(() => new Cart().total()).toThrow()',
    'assert.throws(() => new Cart().total())',
    'expect(new Cart().total().ok).toBe(false)',
  ])('says nothing of errors where each test may want one: %s', (asked) =>
    play({ ends: true }, called(), calls, tests.replace('expect(new Cart().total()).toBe(1)', asked)),
  );
  it('is refused where one of the tests wants none', () =>
    play(
      { ends: true },
      { state: 'fail', problems: ['its errors are swallowed'] },
      calls,
      `${tests}it('STORY-001: refuses', () => expect(() => new Cart().total()).toThrow());\n`,
    ));
  it('says nothing of tests with stand-ins', () =>
    play({}, called(), calls, `vi.mock('../src/discount.js');\n${tests}`));
});

describe('call-chain, by what tests of its first step notice in Go', () => {
  const swallowed: ExpectedOutcome = { state: 'fail', problems: ['its errors are swallowed on the way'] };
  const passes: ExpectedOutcome = { state: 'pass', summary: '1 of 1 changed step called as the chain says' };
  const shop =
    'package shop\n\nfunc Create(name string) error {\n\treturn check(name)\n}\n\nfunc check(name string) error {\n\treturn nil\n}\n';

  // All pass where the step gives an error, and none where it panics.
  it.each([
    ['wants none', 'if err := Create("Ada"); err != nil {\n\t\tt.Fatal(err)\n\t}', swallowed],
    ['asserts none', 'require.NoError(t, Create("Ada"))', swallowed],
    ['looks at something else', 'if got := Count(Create); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}', swallowed],
    ['wants one', 'if err := Create(""); err == nil {\n\t\tt.Fatal("taken")\n\t}', passes],
    ['asserts one', 'assert.Error(t, Create(""))', passes],
    ['wants some', 'for _, tt := range all {\n\t\tif (Create(tt.name) != nil) != tt.bad {\n\t\t\tt.Error(tt)\n\t\t}\n\t}', passes],
    ['has a helper that wants one', 'refused(t, Create(""))', passes],
    ['leaves with one', 'if err := Create(""); err != nil {\n\t\treturn\n\t}\n\tt.Fatal("taken")', passes],
    ['drops what it is given', '_ = Create("Ada")', passes],
    ['only calls it', 'Create("Ada")', passes],
  ])('judges errors by a test that %s', async (_, body, expected) => {
    const test = `package shop\n\nimport "testing"\n\n// STORY-001\nfunc TestCreate(t *testing.T) {\n\t${body}\n}\n`;
    const index = await readIndex({ 'go.mod': 'module example.org/shop\n', 'shop.go': shop, 'shop_test.go': test });
    await checkCondition(
      callChain,
      {
        project: `=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Target Call Chain\n\nCreate → check\n=== shop_test.go\n${test}`,
        work: { changes: [change('shop.go', undefined, shop), change('shop_test.go', undefined, test)] },
        codeIndex: () => Promise.resolve(index),
        lab: {
          runTests: (asked, place, options) => {
            const changed = (place.kind === 'tree' && place.overlay?.get('shop.go')) || '';
            const status = /panic|Exit/u.test(changed) ? 'failed' : 'passed';
            return runsTests({ TestCreate: status }).runTests(asked, place, options);
          },
        },
      },
      expected,
    );
  });
}); // prettier-ignore
