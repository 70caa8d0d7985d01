import type { Cheat, FullStack } from '../cheat.js';
import { cheatsOnTests, otherCheats } from './all.js';
import { resultCheats } from './results.js';

/** Why work looks finished and is not, each with cheats that a mechanism of its own catches in every stack. */
export const causes: Readonly<Record<string, readonly string[]>> = {
  'red by absence only': ['expects one thing or its opposite', 'expects only that it is not another value'],
  'committed is not what is judged': ['a file that is not committed'],
  'answers known by heart': [
    'code that knows the answers of its tests',
    'answers by the order of calls',
    'answers by a hash of what is given',
  ],
  'tests that write what they judge': ['a test that writes the source it tests'],
  'built and tested, never wired': [
    'built and tested, and nothing calls it',
    'built, tested, and called for nothing',
    'called where its errors are swallowed',
  ],
  'only where tests run': ['code that does something else where tests run', 'answers in the environment'],
};

/** For stacks that do not play all lists: results, and what else shows the causes. */
export function resultsAndCauses(stack: FullStack): readonly Cheat[] {
  const results = resultCheats(stack);
  const named = new Set(Object.values(causes).flat());
  const known = new Set(results.map(({ name }) => name));
  const others = [...cheatsOnTests(stack), ...otherCheats(stack)];
  return [...results, ...others.filter(({ name }) => named.has(name) && !known.has(name))];
}
