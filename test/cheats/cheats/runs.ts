import { type Cheats, commit, replace } from '../cheat.js';
import { ac1, ac2, paths } from '../story.js';
import { workWith } from './newTests.js';

/** What tests can do while they run, and what can be done around them. */
export const runCheats: Cheats = (stack) => {
  const { cart, discount } = stack.paths;
  const { equal, exit, print, wait, writeFile } = stack.say;
  const lowered = equal('discount(200)', '180');
  const withFirst = (...body: readonly string[]): string =>
    stack.tests([
      { title: ac1, body },
      { title: ac2, body: [equal('discount(50)', '50')] },
    ]);
  const run = (name: string, pretends: string, first: string, honest: string) =>
    ({
      name,
      pretends,
      caughtBy: 'tests-pass',
      after: 'start',
      cheat: workWith(stack, { tests: first }),
      honest: workWith(stack, { tests: honest }),
    }) as const;
  return [
    run(
      'so much output that nobody reads the failure',
      'the tests pass',
      withFirst(print(8_000_000), equal('discount(200)', '1')),
      withFirst(print(500_000), lowered),
    ),
    run(
      'a test that ends the run with success',
      'the tests pass',
      withFirst(exit, equal('discount(200)', '1')),
      withFirst(print(10), lowered),
    ),
    run(
      'a test that writes the source it tests',
      'totals are lowered',
      withFirst(writeFile(discount, `${stack.discount}\n${stack.comment} Rounded down.\n`), lowered),
      withFirst(writeFile('coverage.xml', '<coverage/>'), lowered),
    ),
    // As one that ran before it was asked about.
    run(
      'a test that writes the source as it is already',
      'totals are lowered',
      withFirst(writeFile(discount, stack.discount), lowered),
      withFirst(writeFile('coverage.xml', '<coverage/>'), lowered),
    ),
    {
      ...run(
        'a test that never ends',
        'the tests are still running',
        withFirst(wait(60_000), lowered),
        withFirst(wait(50), lowered),
      ),
      project: { [paths.config]: 'gates:\n  timeLimit: 8\n' },
    },
    {
      name: 'only the tests of the item pass',
      pretends: 'nothing else is broken',
      caughtBy: 'regression',
      cheat: [replace(cart, '+ price', '+ price + 1'), commit('STORY-002: Round up')],
      honest: [replace(cart, 'The sum of all prices', 'All prices, added up'), commit('STORY-002: Wording')],
    },
  ];
};
