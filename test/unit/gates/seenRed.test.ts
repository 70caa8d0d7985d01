import { describe, expect, it } from 'vitest';
import { seenRed } from '../../../server/src/gates/conditions/seenRed.js';
import type { Lab, Place } from '../../../server/src/gates/lab.js';
import { change, checkCondition, hashOf, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { runsCommands, runsTests, type StatedResults } from '../../support/statedRuns.js';

const spec = '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It adds\n';
const test = `import { it } from 'vitest';
import { add } from './cart.js';
it('STORY-001/AC1: adds', () => expect(add(1, 2)).toBe(3));
`;
const cart = change('src/cart.ts', undefined, 'export function add(a: number, b: number) { return a + b; }\n');
const added = change('src/cart.test.ts', undefined, test);

interface Case {
  readonly said?: StatedResults;
  /** In a copy of the folder as it is; all pass where nothing is said. */
  readonly now?: StatedResults;
  readonly changes?: NonNullable<Exclude<GateCase['work'], 'none'>>['changes'];
  /** The test file as it is now. */
  readonly test?: string;
  readonly words?: GateCase['words'];
}

const project = (text: string): string => `${spec}=== src/cart.test.ts\n${text}`;

/** A lab whose tests come to something on the base, and to something else in a copy of the folder. */
function runsAtBase(said: StatedResults, now: StatedResults = { 'AC1: adds': 'passed' }): Pick<Lab, 'runTests'> {
  return {
    runTests: (tests, place, options) =>
      runsTests(place.kind === 'tree' && place.tree === hashOf('tree') ? now : said).runTests(tests, place, options),
  };
}

describe('seen-red', () => {
  const check = (
    name: string,
    { said, now, changes = [cart, added], test: text = test, words = [] }: Case,
    expected: ExpectedOutcome,
  ): void => {
    it(name, async () => {
      const lab: Partial<Lab> = said ? runsAtBase(said, now) : {};
      await checkCondition(seenRed, { project: project(text), work: { changes }, words, lab }, expected);
    });
  };
  const failsBy = (message: string): StatedResults => ({ 'AC1: adds': { status: 'errored', message } });

  check(
    'a test that fails',
    { said: { 'AC1: adds': 'failed' } },
    { state: 'pass', summary: '1 new or changed test failed' },
  );
  check(
    'a test that passes',
    { said: { 'AC1: adds': 'passed' } },
    {
      state: 'fail',
      problems: ['src/cart.test.ts > STORY-001/AC1: adds also passes without'],
      approvable: ['seen-red:src/cart.test.ts > STORY-001/AC1: adds'],
    },
  );
  check(
    'a test that passes, and a person approved that',
    {
      said: { 'AC1: adds': 'passed' },
      words: [{ about: 'approve', what: 'seen-red:src/cart.test.ts > STORY-001/AC1: adds' }],
    },
    { state: 'pass', summary: 'approved by a person' },
  );
  check(
    'a test that hangs',
    { said: failsBy('did not run: it took longer than 600 s and was stopped') },
    {
      state: 'unknown',
      problems: ['did not finish'],
    },
  );
  check(
    'a test that the runner skips',
    { said: { 'AC1: adds': 'skipped' } },
    { state: 'unknown', problems: ['was skipped'] },
  );
  const two = `${test}it('STORY-001/AC1: on another platform', () => expect(add(2, 2)).toBe(4));\n`;
  const withTwo = { test: two, changes: [cart, change('src/cart.test.ts', undefined, two)] };
  check(
    'a test that the runner skips now as well, beside one that fails',
    {
      ...withTwo,
      said: { 'AC1: adds': 'failed', 'another platform': 'skipped' },
      now: { 'AC1: adds': 'passed', 'another platform': 'skipped' },
    },
    { state: 'pass', summary: '; 1 skipped by the runner' },
  );
  check(
    'a test that the runner skips on the earlier sources only',
    {
      ...withTwo,
      said: { 'AC1: adds': 'failed', 'another platform': 'skipped' },
      now: { 'AC1: adds': 'passed', 'another platform': 'passed' },
    },
    { state: 'unknown', problems: ['was skipped'] },
  );
  check(
    'a test that fails in every copy',
    { said: { 'AC1: adds': 'failed' }, now: { 'AC1: adds': { status: 'failed', message: 'no .env' } } },
    { state: 'unknown', problems: ['also fails in a copy of the current folder: no .env'] },
  );
  check('a runner that says nothing', { said: {} }, { state: 'unknown', problems: ['did not finish'] });
  check(
    'a runner that is missing',
    { said: { 'AC1: adds': { status: 'errored', unasked: true, message: "Cannot find module './cart.js'" } } },
    {
      state: 'unknown',
    },
  );

  describe('what cannot be loaded is red where the item adds what is missing', () => {
    const go = change('cart/cart.go', 'package cart\n', 'package cart\nfunc Add(a int, b int) int { return a + b }\n');
    const python = change('src/shop/cart.py', undefined, 'def add(a, b):\n    return a + b\n');
    const rust = change('src/lib.rs', 'pub fn add(a: u8) {}\n', 'pub fn add(a: u8, b: u8) {}\n');
    const red = { state: 'pass' } as const;
    const unclear = { state: 'unknown' } as const;
    const messages: readonly (readonly [string, ExpectedOutcome, ReturnType<typeof change>])[] = [
      ["Error: Cannot find module '/tmp/a/src/cart.js' imported from /tmp/a/src/cart.test.ts", red, cart],
      ['Error: Failed to resolve import "./cart.js" from "src/cart.test.ts". Does the file exist?', red, cart],
      ['Failed to load url ./cart.js (resolved id: ./cart.js)', red, cart],
      ["SyntaxError: The requested module './cart.js' does not provide an export named 'add'", red, cart],
      ["Error: Cannot find package 'left-pad' imported from /tmp/a/src/cart.test.ts", unclear, cart],
      ["Error: Cannot find module './other.js'", unclear, cart],
      ["SyntaxError: Unexpected token ')'", unclear, cart],
      ["E   ModuleNotFoundError: No module named 'shop.cart'", red, python],
      ["E   ImportError: cannot import name 'add' from 'shop'", red, python],
      ["E   AttributeError: module 'shop' has no attribute 'add'", red, python],
      ["E   ModuleNotFoundError: No module named 'requests'", unclear, python],
      ['/usr/bin/python3: No module named pytest', unclear, python],
      ['./cart_test.go:6:5: undefined: Add', red, go],
      ['./cart_test.go:6:5: too many arguments in call to cart.Add', red, go],
      ['./cart_test.go:6:5: undefined: Nothing', unclear, go],
      ['error[E0425]: cannot find function `add` in this scope', red, rust],
      ['error[E0432]: unresolved import `cart::add`', red, rust],
      ['error[E0432]: unresolved import `rand`', unclear, rust],
      [
        'error[E0061]: this function takes 1 argument but 2 arguments were supplied\n --> t.rs:3:5\nnote: function defined here\n |\n1 | pub fn add(a: u8) {}',
        red,
        rust,
      ],
    ];
    for (const [message, expected, source] of messages)
      check(message, { said: failsBy(message), changes: [source, added] }, expected);
  });

  check(
    'no source code is changed',
    { changes: [change('README.md', 'a', 'b'), added] },
    { state: 'pass', summary: 'changes no source code' },
  );
  check(
    'only how tests are run is changed',
    { changes: [change('vitest.config.ts', 'a', 'b'), added] },
    { state: 'pass' },
  );
  check(
    'no test names the item',
    { test: "it('adds', () => {});\n", changes: [cart] },
    { state: 'fail', problems: ['No test names STORY-001'] },
  );
  check('its tests were there before', { changes: [cart] }, { state: 'unknown', summary: 'none of its tests' });
  check(
    'a test that only moved its words about',
    { changes: [cart, change('src/cart.test.ts', test.replace('=> expect', '=>\n  expect'), test)] },
    { state: 'unknown' },
  );
  check(
    'a test that only moved to another file',
    { changes: [cart, change('test/old.test.ts', test, undefined), added] },
    { state: 'unknown', summary: 'none of its tests' },
  );
  const unnamed = test.replace('STORY-001/AC1: ', '');
  const labelled = unnamed.replace('it(', '// STORY-001/AC1\nit(');
  check(
    'a test from before that is now said to be of a criterion, by its name',
    { said: { adds: 'passed' }, changes: [cart, change('src/cart.test.ts', unnamed, test)] },
    { state: 'fail', problems: ['AC1: adds also passes without'] },
  );
  check(
    'the same by a comment, in another file',
    {
      said: { adds: 'passed' },
      test: labelled,
      changes: [cart, change('test/old.test.ts', unnamed, undefined), change('src/cart.test.ts', undefined, labelled)],
    },
    { state: 'fail', problems: ['adds also passes without'] },
  );
  check(
    'a test from before under another name of the same',
    { changes: [cart, change('src/cart.test.ts', test.replace(': adds', ': sums'), test)] },
    { state: 'unknown', summary: 'none of its tests' },
  );
  check(
    'a test that was changed',
    { said: { 'AC1: adds': 'passed' }, changes: [cart, change('src/cart.test.ts', test.replace('3', '4'), test)] },
    { state: 'fail' },
  );

  describe('tests that cannot be run by their names', () => {
    const declared = '=== configuration\ngates:\n  commands:\n    test: [dotnet, test]\n';
    const unasked = runsTests({ 'AC1: adds': { unasked: true } });
    const checkSuite = (name: string, base: number | null, now: number, expected: ExpectedOutcome): void => {
      it(name, async () => {
        const lab: Partial<Lab> = {
          ...unasked,
          runCommand: (command, place) => {
            const isNow = place.kind === 'tree' && place.tree === hashOf('tree');
            return runsCommands({ test: { code: isNow ? now : base } }).runCommand(command, place);
          },
        };
        await checkCondition(
          seenRed,
          { project: project(test) + declared, work: { changes: [cart, added] }, lab },
          expected,
        );
      });
    };
    checkSuite('the suite fails without the code and passes with it', 1, 0, { state: 'pass' });
    checkSuite('the suite passes without the code', 0, 0, { state: 'fail', problems: ['The whole suite passes'] });
    checkSuite('the suite fails in every copy', 1, 1, { state: 'unknown' });
    checkSuite('the suite is ended', null, 0, { state: 'unknown' });
  });

  describe('tests of Rust that stand among code', () => {
    const rust = '#[cfg(test)]\nmod tests {\n    /// STORY-001/AC1\n    #[test]\n    fn adds() {}\n}\n';
    const checkRust = (name: string, before: string | undefined, text: string, expected: ExpectedOutcome): void => {
      it(name, async () => {
        const work = { changes: [change('src/lib.rs', before, text)] };
        await checkCondition(
          seenRed,
          { project: `${spec}=== src/lib.rs\n${text}`, work, lab: runsAtBase({ adds: 'passed' }) },
          expected,
        );
      });
    };
    checkRust('in a new file', undefined, `pub fn add() {}\n${rust}`, { state: 'pass' });
    checkRust('below the code', 'pub fn take() {}\n', `pub fn add() {}\n${rust}`, {
      state: 'fail',
      problems: ['adds also passes'],
    });
    checkRust('between the code', 'pub fn take() {}\n', '/// STORY-001/AC1\n#[test]\nfn adds() {}\npub fn add() {}\n', {
      state: 'unknown',
      problems: ['is in the same file as the code it tests'],
    });
  });

  it('runs the tests on the base, with all that serves them', async () => {
    const asked: Place[] = [];
    const stub = runsAtBase({ 'AC1: adds': 'failed' });
    await checkCondition(
      seenRed,
      {
        project: project(test),
        work: {
          base: 'b'.repeat(40),
          changes: [
            cart,
            added,
            change('src/old.test.ts', 'x', undefined),
            change('test/fixtures/cart.json', undefined, '{}'),
            change('tests/link.py', undefined, '../..', { modeAfter: '120000' }),
            change('conftest.py', 'a', 'b'),
            change('package.json', '{}', '{ }'),
            change('README.md', 'a', 'b'),
            change('../tests/a.py', 'a', 'b'),
          ],
        },
        lab: {
          runTests: (tests, place, settled) => {
            asked.push(place);
            return stub.runTests(tests, place, settled);
          },
        },
      },
      { state: 'pass' },
    );
    const overlay = new Map<string, string | undefined>([
      ['src/cart.test.ts', test],
      ['src/old.test.ts', undefined],
      ['test/fixtures/cart.json', '{}'],
      ['conftest.py', 'b'],
      ['package.json', '{ }'],
    ]);
    expect(asked).toEqual([
      { kind: 'tree', tree: 'b'.repeat(40), overlay: new Map([...overlay].sort()) },
      { kind: 'tree', tree: hashOf('tree') },
    ]);
  });
});
