import { wantedTest } from '../../code/runners/wantedTest.js';
import type { WantedTest } from '../../code/runners/runner.js';
import type { TestChange } from '../../code/testChanges/compareTests.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { coveredParts } from './coveredParts.js';
import { wantedTests } from './testRuns.js';
import { workTests } from './workTests.js';

type Context = Pick<GateContext, 'item' | 'trace'>;

const changedKinds: ReadonlySet<TestChange['kind']> = new Set(['changed', 'weakened']);
const newKinds: ReadonlySet<TestChange['kind']> = new Set(['added', 'extended', ...changedKinds]);

/** The tests of the item that are new, assert something else than before, or did not cover what they cover now. */
export function newTests(context: Context, work: Work): readonly WantedTest[] {
  return testsWhere(context, work, ({ kind }, coversMore) => newKinds.has(kind) || coversMore);
}

/** Those of the new tests that were there before, for the same criteria, and changed: `tests-kept` has a person judge them. */
export function changedTests(context: Context, work: Work): readonly WantedTest[] {
  return testsWhere(context, work, ({ kind }, coversMore) => changedKinds.has(kind) && !coversMore);
}

function testsWhere(
  { item, trace }: Context,
  work: Work,
  isWanted: (change: TestChange, coversMore: boolean) => boolean,
): readonly WantedTest[] {
  const own = new Set(wantedTests(item.tests).map(({ id }) => id));
  const covered = coveredParts(trace);
  const coversMore = ({ before, after }: TestChange): boolean => {
    if (!before || !after) return false;
    const was = covered(before.file, before.test);
    return [...covered(after.file, after.test)].some((part) => !was.has(part));
  };
  const wanted = workTests(work).tests.flatMap((change) => {
    const { after } = change;
    return after && !after.test.skipped && isWanted(change, coversMore(change))
      ? [wantedTest(after.file, after.test)]
      : [];
  });
  return [...new Map(wanted.filter(({ id }) => own.has(id)).map((test) => [test.id, test])).values()];
}
