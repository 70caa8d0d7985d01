import { codeOf } from '../../code/testChanges/codeFile.js';
import type { PlacedTest } from '../../code/testChanges/compareTests.js';
import { layoutOf } from '../../code/testChanges/layout.js';
import { headsOf, plainTest } from '../../code/testChanges/plainTest.js';
import type { CoveredParts } from './coveredParts.js';

/** Two tests that do the same and are named after different criteria. */
export interface SameTests {
  readonly first: PlacedTest;
  readonly second: PlacedTest;
}

/**
 * Tests of one suite that do the very same, though they cover nothing in common: what one of them is named after, it does not show.
 * Linear in the tests.
 */
export function sameTests(tests: readonly PlacedTest[], covered: CoveredParts): readonly SameTests[] {
  const known = new Map<string, PlacedTest>();
  return tests.flatMap((second): readonly SameTests[] => {
    const parts = covered(second.file, second.test);
    const key = doing(second);
    if (key === undefined || parts.size === 0) return [];
    const first = known.get(key);
    if (!first) known.set(key, second);
    return first && [...covered(first.file, first.test)].every((part) => !parts.has(part)) ? [{ first, second }] : [];
  });
}

/** What a test does, with all that it is in, without what it is called and what explains it. */
function doing({ file, test }: PlacedTest): string | undefined {
  const code = codeOf(file);
  const stretch = code && layoutOf(code).tests.find((one) => one.test === test);
  if (!code || !stretch) return undefined;
  const explaining = new Set(
    code.lines.flatMap(({ first }) => (code.tokens.at(first).kind === 'string' ? [first] : [])),
  );
  const own = stretch.own.filter((index) => !explaining.has(index));
  return JSON.stringify([
    file.path,
    test.suites.map(({ name }) => name.value),
    headsOf(code, stretch),
    plainTest(code, stretch, own),
  ]);
}
