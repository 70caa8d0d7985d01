import type { WantedTest } from '../../code/runners/runner.js';
import { owedCriteria } from '../../trace/obligations.js';
import type { GateContext } from '../condition.js';
import { wantedTests } from './testRuns.js';

/** Those of the tests of a criterion that has no others. */
export function ofNoOther(
  groups: readonly (readonly WantedTest[])[],
  tests: readonly WantedTest[],
): readonly WantedTest[] {
  const ids = new Set(tests.map(({ id }) => id));
  const alone = new Set(
    groups.filter((group) => group.every(({ id }) => ids.has(id))).flatMap((group) => group.map(({ id }) => id)),
  );
  return tests.filter(({ id }) => alone.has(id));
}

/** The tests that run, by the criteria they are for; all of them where the item has none. */
export function testsByCriterion(
  item: GateContext['item'],
  skipped: readonly WantedTest[],
): readonly (readonly WantedTest[])[] {
  const left = new Set(skipped.map(({ id }) => id));
  const groups = item.coverage.criteria.length === 0 ? [item.tests] : owedCriteria(item).map(({ tests }) => tests);
  return groups.map((group) =>
    wantedTests(group.filter(({ test }) => !test.skipped)).filter(({ id }) => !left.has(id)),
  );
}
