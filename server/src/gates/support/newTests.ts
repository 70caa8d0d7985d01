import { wantedTest } from '../../code/runners/wantedTest.js';
import type { WantedTest } from '../../code/runners/runner.js';
import type { TestChange } from '../../code/testChanges/compareTests.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { coveredParts } from './coveredParts.js';
import { wantedTests } from './testRuns.js';
import { workTests } from './workTests.js';

/** The tests of the item that are new, assert something else than before, or did not cover what they cover now. */
export function newTests({ item, trace }: Pick<GateContext, 'item' | 'trace'>, work: Work): readonly WantedTest[] {
  const own = new Set(wantedTests(item.tests).map(({ id }) => id));
  const covered = coveredParts(trace);
  const coversMore = ({ before, after }: TestChange): boolean => {
    if (!before || !after) return false;
    const was = covered(before.file, before.test);
    return [...covered(after.file, after.test)].some((part) => !was.has(part));
  };
  const isNew: ReadonlySet<TestChange['kind']> = new Set(['added', 'extended', 'changed', 'weakened']);
  const wanted = workTests(work).tests.flatMap((change) => {
    const { kind, after } = change;
    return after && !after.test.skipped && (isNew.has(kind) || coversMore(change))
      ? [wantedTest(after.file, after.test)]
      : [];
  });
  return [...new Map(wanted.filter(({ id }) => own.has(id)).map((test) => [test.id, test])).values()];
}
