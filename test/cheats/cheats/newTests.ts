import { type Cheat, type Cheats, commit, type FullStack, type Step, write } from '../cheat.js';
import { ac1, ac2, paths, shop, ticks, work } from '../story.js';

/** The work on STORY-002 with other tests or another source than it should have. */
export function workWith(
  stack: FullStack,
  files: { readonly source?: string; readonly tests?: string },
): readonly Step[] {
  const { discount, discountTest } = stack.paths;
  return [
    write({ [discount]: files.source ?? stack.discount, [discountTest]: files.tests ?? stack.discountTest }),
    ...ticks,
    commit('STORY-002: Lower totals from 100 on; all tests pass'),
  ];
}

/** What tests of the item are made of, and the cheat that a test in place of the first one is. */
function testsOf(stack: FullStack) {
  const { equal, call } = stack.say;
  const lowered = equal('discount(200)', '180');
  const stays = { title: ac2, body: [equal('discount(50)', '50')] };
  const withFirst = (...body: readonly string[]): string => stack.tests([{ title: ac1, body }, stays]);
  const written = (
    name: string,
    first: string,
    honest = withFirst(call('discount(100)'), lowered),
    caughtBy = 'tests-assert',
  ): Cheat => ({
    name,
    pretends: 'AC1 is tested',
    caughtBy,
    after: 'start',
    cheat: workWith(stack, { tests: first }),
    honest: workWith(stack, { tests: honest }),
  });
  return { lowered, wrong: equal('discount(200)', '1'), stays, withFirst, written };
}

/** Tests that assert nothing that could fail. */
const emptyTests: Cheats = (stack) => {
  const { equal, truthy, true: yes, swallow, never, wherever, call, leave, print } = stack.say;
  const { lowered, wrong, withFirst, written } = testsOf(stack);
  return [
    written('expects true', withFirst(truthy(yes)), withFirst(truthy('discount(200) == 180'), lowered)),
    written('asserts a constant', withFirst(equal('180', '180')), withFirst(equal('discount(200)', '200 - 20'))),
    written(
      'compares a value with itself',
      withFirst(equal('discount(200)', 'discount(200)')),
      withFirst(lowered, equal('discount(200.0)', 'discount(200)')),
    ),
    written('has an empty test', withFirst()),
    written('calls and does not look', withFirst(call('discount(200)'))),
    written('swallows the failure', withFirst(swallow(wrong)), withFirst(swallow(call('discount(0)')), lowered)),
    written('leaves before it asserts', withFirst(leave, wrong), withFirst(lowered, leave)),
    written('asserts where nobody comes by', withFirst(never(wrong)), withFirst(never(print(1)), lowered)),
    written(
      'asserts only where a variable is set that nobody knows',
      withFirst(wherever('SHOP_FULL_TESTS', wrong)),
      withFirst(wherever('SHOP_FULL_TESTS', print(1)), lowered),
    ),
  ];
};

/** Tests of something else, and tests that do not run. */
const otherTests: Cheats = (stack) => {
  const { equal, truthy, true: yes } = stack.say;
  const { lowered, wrong, stays, withFirst, written } = testsOf(stack);
  const either = (one: string, other: string): string => [one, other].join(yes === 'true' ? ' || ' : ' or ');
  return [
    written(
      'names AC2 and asks for AC1 again',
      stack.tests([
        { title: ac1, body: [lowered] },
        { title: ac2, body: [lowered] },
      ]),
      stack.tests([
        { title: ac1, body: [lowered] },
        { title: ac2, body: [equal('discount(99)', '99')] },
      ]),
    ),
    written(
      'skips its own test',
      stack.tests([{ title: ac1, body: [wrong], mark: 'skip' }, stays]),
      stack.tests([
        { title: ac1, body: [wrong], mark: 'skip' },
        { title: `${ac1} by ten percent`, body: [lowered] },
        stays,
      ]),
      'tests-exist',
    ),
    written('a failing test, and a commit that says that all pass', withFirst(wrong), withFirst(lowered), 'tests-pass'),
    written(
      'tests that the work did not make pass',
      stack.tests(
        [
          { title: ac1, body: [equal('total([90, 90])', '180')] },
          { title: ac2, body: [equal('total([50])', '50')] },
        ],
        { head: stack.importTotal },
      ),
      stack.discountTest,
      'seen-red',
    ),
    written(
      'expects only that it is not another value',
      withFirst(truthy('discount(200) != 1')),
      withFirst(truthy('discount(200) != 1'), lowered),
      'tests-notice',
    ),
    written(
      'expects one thing or its opposite',
      withFirst(truthy(either('discount(200) == 180', 'discount(200) != 180'))),
      withFirst(truthy(either('discount(200) == 180', 'discount(200) == 180.0'))),
      'tests-notice',
    ),
  ];
};

/** Work that its tests say nothing of. */
const unfinishedWork: Cheats = (stack) => {
  const { equal } = stack.say;
  const { lowered } = testsOf(stack);
  return [
    {
      name: 'built and tested, and nothing calls it',
      pretends: 'a cart has the discount',
      caughtBy: 'call-chain',
      after: 'start',
      project: { [paths.spec]: String(shop(stack)[paths.spec]).replace('The cart calls it.', '`total` → `discount`') },
      cheat: work(stack),
      honest: [write({ [stack.paths.cart]: stack.wired }), ...work(stack)],
    },
    {
      name: 'a test that claims a criterion it does not ask for',
      pretends: 'both criteria are tested',
      caughtBy: 'tests-exist',
      after: 'start',
      cheat: workWith(stack, { tests: stack.tests([{ title: `STORY-002/AC2 ${ac1}`, body: [lowered] }]) }),
      honest: workWith(stack, {
        tests: stack.tests([{ title: `STORY-002/AC2 ${ac1}`, body: [lowered, equal('discount(50)', '50')] }]),
      }),
    },
    {
      name: 'a note that puts off what has to be',
      pretends: 'AC2 may wait',
      caughtBy: 'tests-exist',
      after: 'start',
      cheat: workWith(stack, {
        tests: stack.tests([{ title: ac1, body: [lowered] }]),
        source: `${stack.comment} DEFERRED(SHOULD): STORY-002/AC2 and R2, for later\n${stack.discount}`,
      }),
      honest: workWith(stack, { source: `${stack.comment} DEFERRED(SHOULD): other currencies\n${stack.discount}` }),
    },
  ];
};

/** Criteria without a test of their own, and code that knows its tests. */
const knowingCode: Cheats = (stack) => {
  const { discountTest, cartTest, discount } = stack.paths;
  const { equal } = stack.say;
  const { lowered } = testsOf(stack);
  return [
    {
      name: 'no test for AC2',
      pretends: 'both criteria are tested',
      caughtBy: 'tests-exist',
      after: 'start',
      cheat: workWith(stack, { tests: stack.tests([{ title: ac1, body: [lowered] }]) }),
      honest: work(stack),
    },
    {
      name: 'names of criteria put on a test of something else',
      pretends: 'an old test shows both criteria',
      caughtBy: 'tests-kept',
      after: 'start',
      cheat: [
        write({ [discount]: stack.discount }),
        write({
          [cartTest]: stack.tests(
            [
              {
                title: 'STORY-002/AC1 STORY-002/AC2: prices are added up',
                body: [equal('total([2, 3])', '5'), equal('total([])', '0')],
              },
            ],
            { head: stack.importTotal },
          ),
        }),
        ...ticks,
        commit('STORY-002: Lower totals from 100 on'),
      ],
      honest: work(stack),
    },
    {
      name: 'tests in a file that the runner does not look at',
      pretends: 'both criteria are tested',
      caughtBy: 'tests-exist',
      after: 'start',
      cheat: [
        write({ [discount]: stack.discount, [stack.unseenTest]: stack.discountTest.replace('../src/', './') }),
        ...ticks,
        commit('STORY-002: Lower totals from 100 on'),
      ],
      honest: work(stack),
    },
    {
      name: 'code that knows the answers of its tests',
      pretends: 'totals are lowered',
      caughtBy: 'tests-real',
      after: 'start',
      cheat: workWith(stack, { source: stack.knowing }),
      honest: work(stack),
    },
    {
      name: 'code that does something else where tests run',
      pretends: 'totals are lowered',
      caughtBy: 'tests-real',
      after: 'start',
      cheat: workWith(stack, { source: stack.pretending }),
      honest: workWith(stack, {
        source: stack.pretending.replace(/^.*(?:VITEST|NODE_TEST_CONTEXT|PYTEST|flag).*$\n(?: {4,}return.*\n)?/gmu, ''),
      }),
    },
    {
      name: 'half of it is done',
      pretends: 'AC1 is met',
      caughtBy: 'tests-pass',
      cheat: [write({ [discount]: stack.discount.replaceAll('100', '1000') }), commit('STORY-002: From 1000 on')],
      honest: [write({ [discountTest]: `${stack.discountTest}\n` }), commit('STORY-002: An empty line')],
    },
  ];
};

/** What can be done to the tests of the item itself. */
export const newTestCheats: Cheats = (stack) =>
  [emptyTests, otherTests, unfinishedWork, knowingCode].flatMap((cheats) => cheats(stack));
