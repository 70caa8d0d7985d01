import { codeOf } from '../../code/testChanges/codeFile.js';
import { focusIn } from '../../code/testChanges/focus.js';
import type { FilePair } from '../../code/testChanges/filePair.js';
import type { PlacedTest, TestChange } from '../../code/testChanges/compareTests.js';
import { fullName } from '../../code/testChanges/plainTest.js';
import { replacedAssertions } from '../../code/testChanges/replacedAssertions.js';
import { assertionsOf } from '../../code/testChanges/testAssertions.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { coveredParts } from '../support/coveredParts.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';
import { sameTests } from '../support/sameTests.js';
import { approvableName } from '../../workspace/approvableName.js';
import { workTests } from '../support/workTests.js';

export const testsAssert: Condition = {
  name: 'tests-assert',
  title: 'Every new test can fail',
  why: 'A test that cannot fail proves nothing. This condition looks in new and changed tests for assertions that only check constants, compare a value with itself, are never reached, depend on an environment variable, are not awaited, or whose failure is caught and ignored; for tests of different criteria that do the same; for replaced assertions; and for tests that prevent others from running (`.only`). Helpers count as assertions if their name or code says so. Reading cannot tell whether a callback is called, so the tests are also run.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

const own: ReadonlySet<TestChange['kind']> = new Set(['added', 'changed', 'weakened', 'extended']);

function judge(context: GateContext, work: Work): Outcome {
  const { tests, pairs } = workTests(work);
  const looked = tests.flatMap(({ kind, after, plain }) =>
    after && own.has(kind) && !after.test.skipped ? [{ ...after, plain }] : [],
  );
  const problems = [
    ...looked.flatMap((test) => testProblems(test, test.plain)),
    ...sameProblems(context, looked),
    ...pairs.flatMap(replacedProblems),
    ...pairs.flatMap(focusProblems),
  ];
  const { open, approved } = sortByApproval(context, problems);
  return outcomeOf(
    open,
    {
      pass:
        looked.length === 0
          ? `no new or changed test${approvedWords({ approved })}`
          : `${count(looked.length, 'new or changed test')} can fail${approvedWords({ approved })}`,
      fail: `${count(open.length, 'place')} where a test cannot fail or prevents others from running${approvedWords({ approved })}`,
      next: 'Assert what the criterion requires, so that the test fails without the item’s code',
    },
    [lookedAt(context, `${count(looked.length, 'new or changed test')}, read`, work)],
  );
}

function testProblems({ file, test }: PlacedTest, plain: string): readonly Problem[] {
  const assertions = assertionsOf(file, test);
  if (!assertions) return [];
  const name = fullName(test);
  const approvable = approvableName('test-assert', file.path, name, plain);
  if (assertions.cannotFail !== undefined)
    return [
      {
        message: `The test "${name}" can never fail: ${assertions.cannotFail}`,
        place: placeOf(file, test.span),
        approvable,
      },
    ];
  const code = codeOf(file);
  return assertions.all.flatMap(({ flaw, first, last }) =>
    flaw && !flaw.alone && code
      ? [
          {
            message: `An assertion of the test "${name}" ${flaw.why}`,
            place: placeOf(file, code.tokens.span(first, last)),
            approvable,
          },
        ]
      : [],
  );
}

function sameProblems(
  { trace }: GateContext,
  tests: readonly (PlacedTest & { readonly plain: string })[],
): readonly Problem[] {
  return sameTests(tests, coveredParts(trace)).map(({ first, second }) => ({
    message: `The test "${fullName(second.test)}" is the same as "${fullName(first.test)}" but names a different criterion, so one of the criteria is not tested`,
    place: placeOf(second.file, second.test.span),
    approvable: approvableName('test-assert', second.file.path, fullName(second.test), fullName(first.test)),
  }));
}

function replacedProblems({ before, after }: FilePair): readonly Problem[] {
  const code = after && codeOf(after);
  const old = before && codeOf(before);
  if (!code) return [];
  const known = new Set(old ? replacedAssertions(old).map((index) => old.tokens.read(index)) : []);
  return replacedAssertions(code)
    .filter((index) => !known.has(code.tokens.read(index)))
    .map((index) => ({
      message: `\`${code.tokens.read(index)}\` is replaced, so tests that assert with it may always pass`,
      place: placeOf(after, code.tokens.span(index)),
      approvable: approvableName('test-assert', after.path, code.tokens.read(index), after.text),
    }));
}

function focusProblems({ before, after }: FilePair): readonly Problem[] {
  const code = after && codeOf(after);
  const old = before && codeOf(before);
  if (!code) return [];
  const known = old ? focusIn(old).length : 0;
  return focusIn(code)
    .slice(known)
    .map((index) => ({
      message: `\`${code.tokens.read(index)}\` prevents the other tests in ${after.path} from running`,
      place: placeOf(after, code.tokens.span(index)),
      approvable: approvableName('test-assert', after.path, code.tokens.read(index), after.text),
    }));
}
