import { type Cheat, type Cheats, commit, replace, type Step, write } from '../cheat.js';

/** What can be done to tests that were there, and to what they rest on, so that a broken cart does not show. */
export const oldTestCheats: Cheats = (stack) => {
  const { cart, cartTest } = stack.paths;
  const { table, row, helper, asserts, fixture } = stack.old;
  const { equal, truthy, swallow, leave, call, true: yes } = stack.say;
  const first = equal('total([2, 3])', '5');
  const title = 'STORY-001/AC1: prices are added up';
  const named = (name: string): string =>
    stack.tests([{ title: name, body: [first, equal('total([])', '0')] }], { head: stack.importTotal });
  const oneMore = (...body: readonly string[]): string =>
    stack.tests(
      [
        { title, body: [first, equal('total([])', '0')] },
        { title: 'STORY-001/AC1: one price is the total', body },
      ],
      { head: stack.importTotal },
    );
  const honest = [write({ [cartTest]: oneMore(equal('total([7])', '7')) }), commit('STORY-001: One test more')];
  const broken = replace(cart, '+ price', '+ price + 1');
  const kept = (name: string, steps: readonly Step[], twin: readonly Step[] = honest): Cheat => ({
    name,
    pretends: 'what worked before still works',
    caughtBy: 'tests-kept',
    cheat: [...steps, commit('STORY-002: Tidy up the tests')],
    honest: twin,
  });
  const inTest = (from: string, to: string): readonly Step[] => [broken, replace(cartTest, from, to)];
  const indent = /^( *)/mu.exec(stack.cartTest.split('\n').find((line) => line.includes(first)) ?? '')?.[1] ?? '';
  const lines = (text: string): string => text.replaceAll('\n', `\n${indent}`);
  return [
    kept('an old test is deleted', [
      broken,
      write({
        [cartTest]: stack.tests([{ title: 'the shop opens', body: [truthy('total([1]) == 2')] }], {
          head: stack.importTotal,
        }),
      }),
    ]),
    kept('an old test file is removed', [broken, write({ [cartTest]: null })]),
    kept('an old test file is moved to where nobody runs it', [
      broken,
      write({ [cartTest]: null, [`${cartTest}.old`]: stack.cartTest }),
    ]),
    kept('an old test is skipped', [broken, write({ [cartTest]: stack.skipped(stack.cartTest) })]),
    kept('an old test expects what comes out now', inTest(first, equal('total([2, 3])', '7')), [
      write({ [cartTest]: stack.cartTest.replace(first, `${first}${lines(`\n${equal('total([3, 2])', '5')}`)}`) }),
      commit('STORY-001: Ask for the other order, too'),
    ]),
    kept(
      'an old test asks for less',
      inTest(first, truthy(`total([2, 3]) == 5 or ${yes}`.replace('or', yes === 'true' ? '||' : 'or'))),
    ),
    kept('an assertion of an old test is left out', inTest(first, call('total([2, 3])'))),
    kept('an old test swallows its failures', inTest(first, lines(swallow(first)))),
    kept('an old test leaves early', inTest(first, `${leave}\n${indent}${first}`)),
    kept(
      'an old test loses its name',
      [write({ [cartTest]: named('prices are added up') })],
      [write({ [cartTest]: named('STORY-001/AC1: all prices are added up') }), commit('STORY-001: Wording')],
    ),
    kept(
      'a row of a table is changed',
      [replace(table, row[0], row[1]), broken],
      [
        replace(table, row[0], `${row[0]},\n  ${row[0].replaceAll('2', '3').replace(/3(\D*)$/u, '4$1')}`),
        commit('STORY-001: One row more'),
      ],
    ),
    kept('a row of a table is taken out', [replace(table, `${row[0]},`, ''), broken]),
    kept('a helper of old tests looks at nothing', [replace(helper, asserts, call('total(prices)')), broken]),
    kept(
      'a fixture of old tests is changed',
      [replace(fixture, '30', '32'), broken],
      [
        write({ [fixture.replace('fair', 'summer')]: '{ "prices": [1], "sum": 1 }\n' }),
        commit('STORY-001: One fixture more'),
      ],
    ),
  ];
};
