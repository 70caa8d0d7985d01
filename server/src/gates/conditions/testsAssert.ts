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
import { approvableName, workTests } from '../support/workTests.js';

export const testsAssert: Condition = {
  name: 'tests-assert',
  title: 'Every new test can fail',
  why: 'A test that cannot fail shows nothing. New and changed tests are read for assertions that look at nothing but constants, compare a value with itself, are never reached, run only where a variable of the environment says so, are not waited for, or whose failure is caught and dropped, for tests of different criteria that do the very same, for what is put in the place of an assertion, and for tests that keep others from running (`.only`). Helpers count as asserting where their name or their code says so. Whether a callback is ever called, reading does not tell: the tests are run, too.',
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
      fail: `${count(open.length, 'place')} where a test cannot fail or keeps others from running${approvedWords({ approved })}`,
      next: 'Assert what the criterion asks for, so that the test fails without the code of the item',
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
    message: `The test "${fullName(second.test)}" does the very same as "${fullName(first.test)}", though they are named after different criteria, so one of these is not asked for`,
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
      message: `Something else is put in the place of \`${code.tokens.read(index)}\`, so tests that assert by it may pass whatever happens`,
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
      message: `\`${code.tokens.read(index)}\` keeps the other tests of ${after.path} from running`,
      place: placeOf(after, code.tokens.span(index)),
      approvable: approvableName('test-assert', after.path, code.tokens.read(index), after.text),
    }));
}
