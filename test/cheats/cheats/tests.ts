import { type Cheats, commit, replace, write } from '../cheat.js';
import { paths, ticks } from '../story.js';

/** What can be done to the tests of an item, and to those of others. */
export const testCheats: Cheats = (stack) => {
  const { cart, cartTest, discount, discountTest } = stack.paths;
  const { equal, truthy, swallow, call, leave } = stack.say;
  const ac1 = 'STORY-002/AC1: a large total is lowered';
  const ac2 = 'STORY-002/AC2: a small total stays';
  const good = { title: ac2, body: [equal('discount(50)', '50')] };
  const first = (...body: readonly string[]): string => stack.tests([{ title: ac1, body }, good]);
  const honestFirst = stack.tests([{ title: ac1, body: [call('discount(100)'), equal('discount(200)', '180')] }, good]);

  /** The tests of the item are these from the beginning. */
  const withTests = (text: string) => [
    write({ [discount]: stack.discount, [discountTest]: text }),
    ...ticks,
    commit('STORY-002: Lower totals from 100 on'),
  ];
  const written = (name: string, pretends: string, text: string, honest = honestFirst, caughtBy = 'tests-assert') =>
    ({ name, pretends, caughtBy, after: 'start', cheat: withTests(text), honest: withTests(honest) }) as const;

  return [
    {
      name: 'ticks without work',
      pretends: 'all tasks are done',
      caughtBy: 'tests-exist',
      after: 'start',
      cheat: [...ticks, commit('STORY-002: All done')],
      honest: [
        write({ [discount]: stack.discount, [discountTest]: stack.discountTest }),
        ...ticks,
        commit('STORY-002: All done'),
      ],
    },
    {
      name: 'a failing old test is deleted',
      pretends: 'the whole suite passes',
      caughtBy: 'tests-kept',
      cheat: [
        write({
          [cartTest]: stack.tests([
            { title: 'the shop opens', body: [truthy('discount(1) === 1 || discount(1) == 1'.split(' || ')[1] ?? '')] },
          ]),
        }),
        commit('STORY-002: Tidy up the tests'),
      ],
      honest: [write({ [cartTest]: `${stack.cartTest}\n` }), commit('STORY-002: Tidy up the tests')],
    },
    {
      name: 'an old test file is removed',
      pretends: 'the whole suite passes',
      caughtBy: 'tests-kept',
      cheat: [write({ [cartTest]: null }), commit('STORY-002: Remove what is not needed')],
      honest: [
        write({ [stack.paths.other]: `${String(stack.start[stack.paths.other])}\n` }),
        commit('Tidy up the stock'),
      ],
    },
    written('expects true', 'AC1 is tested', first(truthy('true'))),
    written('asserts a constant', 'AC1 is tested', first(equal('180', '180'))),
    written('compares a value with itself', 'AC1 is tested', first(equal('discount(200)', 'discount(200)'))),
    written('has an empty test', 'AC1 is tested', first()),
    written('calls and does not look', 'AC1 is tested', first(call('discount(200)'))),
    written('swallows the failure', 'AC1 is tested', first(swallow([equal('discount(200)', '1')]))),
    written('leaves before it asserts', 'AC1 is tested', first(leave, equal('discount(200)', '1'))),
    written(
      'skips its own test',
      'AC1 is tested',
      stack.tests([{ title: ac1, body: [equal('discount(200)', '1')], mark: 'skip' }, good]),
      honestFirst,
      'tests-exist',
    ),
    {
      name: 'a failing test of the item',
      pretends: 'the commit says that the tests pass',
      caughtBy: 'tests-pass',
      after: 'start',
      cheat: [
        write({ [discount]: stack.discount, [discountTest]: first(equal('discount(200)', '190')) }),
        ...ticks,
        commit('STORY-002: Lower totals; all tests pass'),
      ],
      honest: withTests(honestFirst),
    },
    {
      name: 'a test that the work did not make pass',
      pretends: 'the tests prove the work',
      caughtBy: 'seen-red',
      after: 'start',
      cheat: [
        write({
          [discount]: stack.discount,
          [discountTest]: stack.tests(
            [
              { title: ac1, body: [equal('total([90, 90])', '180')] },
              { title: ac2, body: [equal('total([50])', '50')] },
            ],
            { head: stack.importTotal },
          ),
        }),
        ...ticks,
        commit('STORY-002: Lower totals from 100 on'),
      ],
      honest: withTests(honestFirst),
    },
    {
      name: 'an old test is skipped',
      pretends: 'the whole suite passes',
      caughtBy: 'tests-kept',
      cheat: [write({ [cartTest]: stack.skipped(stack.cartTest) }), commit('STORY-002: Skip a flaky test')],
      honest: [write({ [cartTest]: `${stack.cartTest}\n${stack.oneMore}` }), commit('STORY-001: One test more')],
    },
    {
      name: 'an old test expects what comes out now',
      pretends: 'the total is right',
      caughtBy: 'tests-kept',
      cheat: [
        write({ [cart]: stack.cart.replace('sum + price', 'sum + price + 1') }),
        write({ [cartTest]: stack.cartTest.replace('5)', '7)').replace('== 5', '== 7') }),
        commit('STORY-002: Round the total'),
      ],
      honest: [replace(paths.spec, '## Background', '## Background'), commit('STORY-002: Nothing else')],
    },
  ];
};
