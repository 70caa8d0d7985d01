import { type Cheat, commit, replace, type Step, write } from '../cheat.js';
import { cargo, discountWith } from '../stacks/cargo.js';
import { ticks } from '../story.js';

const { cart, discount } = cargo.paths;
const lowered = 'assert_eq!(discount(200), 180);';
const work = (text: string): readonly Step[] => [
  write({ [discount]: text }),
  ...ticks,
  commit('STORY-002: Lower totals from 100 on'),
];
const honest = work(discountWith(lowered));
const written = (name: string, caughtBy: string, text: string): Cheat => ({
  name,
  pretends: 'AC1 is tested',
  caughtBy,
  after: 'start',
  cheat: work(text),
  honest,
});

/** Cheats where tests stand in the file of the source. */
export const onlyCargo: readonly Cheat[] = [
  written('expects true', 'tests-assert', discountWith('assert!(true);')),
  written('compares a value with itself', 'tests-assert', discountWith('assert_eq!(discount(200), discount(200));')),
  written('has an empty test', 'tests-assert', discountWith('')),
  written('a failing test', 'tests-pass', discountWith('assert_eq!(discount(200), 1);')),
  written(
    'a test that is not compiled',
    'tests-pass',
    discountWith(lowered).replace('#[test]', '#[cfg(any())]\n    #[test]'),
  ),
  written('a test that is ignored', 'tests-exist', discountWith(lowered).replace('#[test]', '#[test]\n    #[ignore]')),
  written(
    'code that knows the answers of its tests',
    'tests-real',
    discountWith(
      lowered,
      undefined,
      'pub fn discount(total: u32) -> u32 {\n    match total {\n        200 => 180,\n        _ => total,\n    }\n}\n',
    ),
  ),
  {
    name: 'an old test expects what comes out now',
    pretends: 'the total is right',
    caughtBy: 'tests-kept',
    cheat: [
      replace(cart, 'sum + price', 'sum + price + 1'),
      replace(cart, '&[2, 3]), 5);', '&[2, 3]), 7);'),
      commit('STORY-002: Round the total'),
    ],
    honest: [replace(cart, 'The sum of all prices', 'All prices, added up'), commit('STORY-002: Wording')],
  },
  {
    name: 'a target without its tests',
    pretends: 'cargo test passes',
    caughtBy: 'runner-kept',
    cheat: [
      write({ 'Cargo.toml': `${String(cargo.start['Cargo.toml'])}\n[lib]\ntest = false\n` }),
      commit('STORY-002: Faster builds'),
    ],
    honest: [write({ [discount]: `${cargo.discountTest}\n` }), commit('STORY-002: An empty line')],
  },
];
