import type { TestChange } from '../../code/testChanges/compareTests.js';
import type { SupportChange } from '../../code/testChanges/compareUnits.js';
import { fullName } from '../../code/testChanges/plainTest.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval, type SortedProblems } from '../support/approvals.js';
import { changedFixtures } from '../support/changedFixtures.js';
import { changedParts } from '../support/changedParts.js';
import { type CoveredParts, coveredParts } from '../support/coveredParts.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';
import { approvableName } from '../../workspace/approvableName.js';
import { workTests } from '../support/workTests.js';

export const testsKept: Condition = {
  name: 'tests-kept',
  title: 'Existing tests still check what they checked before',
  why: 'A test that was changed to make it pass no longer shows that existing behavior still works. Each test is compared with its version at the base, ignoring comments and whitespace, and so are the helpers, hooks, tables, snapshots and fixtures that tests use. Additions are fine. A test of a changed requirement or criterion can change with it. Any other change needs a person’s approval.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const { open, approved, before, owed } = harmToTests(context, work);
  const spec = owed === 0 ? '' : `, ${owed} changed with the spec`;
  const words = `${spec}${approvedWords({ approved })}`;
  return outcomeOf(
    open,
    {
      pass: `${count(before, 'test')} in changed files ${before === 1 ? 'is' : 'are'} kept${words}`,
      fail: `${count(open.length, 'change')} to existing tests or what they use${words}`,
      next: 'Restore the tests and make the code pass them. If a test has to change, change the requirement first or have a person approve the change',
    },
    [lookedAt(context, `${count(before, 'test')} in changed files, compared with ${work.base.slice(0, 7)}`, work)],
  );
}

interface Harm extends SortedProblems {
  /** How many tests there were in changed files before. */
  readonly before: number;
  /** How many of them changed with the spec. */
  readonly owed: number;
}

/** What work did to tests that were there before it, and to what they use. */
export function harmToTests(context: Pick<GateContext, 'trace' | 'configuration' | 'log' | 'item'>, work: Work): Harm {
  const { tests, support } = workTests(work);
  const covered = coveredParts(context.trace);
  const changed = changedParts(work, context.configuration.paths);
  const harmed = tests.filter((change) => isHarmed(change, covered));
  const owed = harmed.filter((change) => coversAny(change, covered, changed));
  const problems = [
    ...harmed.filter((change) => !owed.includes(change)).flatMap(testProblem),
    ...support.map(supportProblem),
    ...changedFixtures(work, context.configuration.paths),
  ];
  const before = tests.filter((change) => change.before).length;
  return { ...sortByApproval(context, problems), before, owed: owed.length };
}

/** A new name is harmless as long as it names all that the old one named. */
function isHarmed({ kind, before, after }: TestChange, covered: CoveredParts): boolean {
  if (kind !== 'renamed') return kind === 'changed' || kind === 'weakened' || kind === 'skipped' || kind === 'deleted';
  if (!before || !after) return false;
  const now = covered(after.file, after.test);
  return [...covered(before.file, before.test)].some((part) => !now.has(part));
}

function coversAny({ before }: TestChange, covered: CoveredParts, changed: ReadonlySet<string>): boolean {
  return before !== undefined && [...covered(before.file, before.test)].some((part) => changed.has(part));
}

function testProblem({ kind, what, before, after, plain }: TestChange): readonly Problem[] {
  const named = before ?? after;
  const shown = after ?? before;
  if (!named || !shown) return [];
  const name = fullName(named.test);
  const lost = kind === 'renamed' ? ', so what it tested is no longer tested' : '';
  return [
    {
      message: `The test "${name}" ${what}${lost}`,
      place: kind === 'deleted' ? { path: shown.file.path } : placeOf(shown.file, shown.test.span),
      approvable: approvableName(
        'test-change',
        shown.file.path,
        name,
        `${kind === 'skipped' || kind === 'deleted' ? kind : ''}\n${plain}`,
      ),
    },
  ];
}

function supportProblem({ kind, name, what, file, span, plain }: SupportChange): Problem {
  return {
    message: `\`${name}\` ${what}`,
    place: kind === 'deleted' ? { path: file.path } : placeOf(file, span),
    approvable: approvableName('test-change', file.path, name, `${kind}\n${plain}`),
  };
}
