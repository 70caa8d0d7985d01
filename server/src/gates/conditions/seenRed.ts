import { languageOf } from '../../code/languageOf.js';
import { parseSource } from '../../code/parseSource.js';
import type { TestResult } from '../../code/runners/matchResults.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { wantedTest } from '../../code/runners/wantedTest.js';
import { compareTests } from '../../code/testChanges/compareTests.js';
import { count } from '../../rules/support/count.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Evidence, Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { baseOverlay, withTestsOfNow } from '../support/baseOverlay.js';
import { missingNames, namesAdded } from '../support/loadFailure.js';
import { codeUnread, judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { isProductSource, isTestSupport } from '../support/productFiles.js';
import { notRun, placeOfTest, saidOf, wantedTests } from '../support/testRuns.js';

export const seenRed: Condition = {
  name: 'seen-red',
  title: 'The item’s new and changed tests fail without the item’s code',
  why: 'A test that passes before the work is done shows nothing of the work. The tests are run in a copy of the sources as they were at the base, with the tests of now and what they need written over them. A test that cannot be loaded there counts as failed only where what is missing is what the item adds.',
  gates: ['check', 'done'],
  required: true,
  backtrack: 'repeat',
  check: (context) => (context.project.code ? judgeWork(context, (work) => judge(context, work)) : codeUnread),
};

async function judge(context: GateContext, work: Work): Promise<Outcome> {
  const { item, lab } = context;
  const { changes } = work;
  const sources = changes.filter(({ path }) => isProductSource(path));
  const looked = lookedAt(context, `${count(changes.length, 'changed file')} of ${item.id}`, work);
  if (sources.length === 0)
    return {
      state: 'pass',
      summary: 'the item changes no source code, so no test has to fail without it',
      evidence: [looked],
    };
  const tests = newTests(context, changes);
  if (tests.length === 0) return withoutNewTests(context, looked);

  const inline = new Set(tests.flatMap(({ file: { path } }) => (isTestSupport(path) ? [] : [path])));
  const apart = new Set(changes.filter((change) => withTestsOfNow(change) !== undefined).map(({ path }) => path));
  // A new file holds the tests and what they test: before it there was neither.
  const added = new Set(changes.flatMap(({ path, kind }) => (kind === 'added' && inline.has(path) ? [path] : [])));
  const toRun = tests.filter(({ file: { path } }) => !added.has(path) && (!inline.has(path) || apart.has(path)));
  const inseparable = tests.filter(({ file: { path } }) => inline.has(path) && !added.has(path) && !apart.has(path));
  const isAdded = namesAdded(sources);
  const colourOf = (result: TestResult | undefined): Colour => colourOfResult(result, isAdded);
  const run =
    toRun.length === 0
      ? undefined
      : await lab.runTests(toRun, { kind: 'tree', tree: work.base, overlay: baseOverlay(work, inline) }, (results) =>
          toRun.every(({ id }) => colourOf(results.get(id)) !== 'unknown'),
        );
  const seen = toRun.map((test) => ({ test, result: run?.results.get(test.id) }));
  const green = seen.filter(({ result }) => colourOf(result) === 'green').map(({ test }) => passesThere(test));
  const unknown: readonly Problem[] = [
    ...seen.filter(({ result }) => colourOf(result) === 'unknown').map(({ test, result }) => unclear(test, result)),
    ...inseparable.map((test) => ({
      message: `${test.id} stands in a file with the code it tests, and the two cannot be told apart`,
      place: placeOfTest(test),
    })),
  ];
  const { open, approved } = sortByApproval(context, green);
  const evidence = run
    ? [{ ...run.evidence, what: `${run.evidence.what}, on the sources of ${work.base.slice(0, 7)}` }]
    : [looked];
  if (open.length === 0 && unknown.length > 0)
    return {
      ...notRun(
        `whether ${unknown.length} of ${count(tests.length, 'test')} would fail without the item’s code cannot be told`,
        'See what keeps the tests from running on the earlier sources, and put what they need beside the tests',
        unknown,
      ),
      evidence,
    };
  return outcomeOf(
    [...open, ...(open.length > 0 ? unknown : [])],
    {
      pass: `${count(tests.length - green.length, 'new or changed test')} failed without the item’s code${approvedWords({ approved })}`,
      fail: `${open.length} of ${count(tests.length, 'new or changed test')} passed without the item’s code`,
      next: 'Make each test ask for what the item adds, or let a person approve a test that shall pass on the earlier sources, too',
    },
    evidence,
  );
}

/** The tests of the item that are new, or ask for something else than before. */
function newTests({ item }: GateContext, changes: readonly WorkChange[]): readonly WantedTest[] {
  const own = new Set(wantedTests(item.tests).map(({ id }) => id));
  const files = changes.filter(({ path, after }) => languageOf(path) !== undefined && after !== undefined);
  const { tests } = compareTests(
    files.map(({ path, before, after = '' }) => ({
      ...(before === undefined ? {} : { before: parseSource(path, before) }),
      after: parseSource(path, after),
    })),
  );
  const isNew: ReadonlySet<string> = new Set(['added', 'extended', 'changed', 'weakened']);
  const wanted = tests.flatMap(({ kind, after }) =>
    after && isNew.has(kind) && !after.test.skipped ? [wantedTest(after.file, after.test)] : [],
  );
  return [...new Map(wanted.filter(({ id }) => own.has(id)).map((test) => [test.id, test])).values()];
}

function withoutNewTests({ item }: GateContext, looked: Evidence): Outcome {
  if (item.tests.length === 0)
    return {
      state: 'fail',
      summary: 'the item changes source code, and no test names it',
      problems: [{ message: `No test names ${item.id}, so nothing was seen to fail before its code was there` }],
      evidence: [looked],
      next: `Write tests whose names hold \`${item.id}/AC1\` and the like`,
    };
  return {
    ...notRun(
      'the item changes source code, but none of its tests is new or changed, so nothing shows what the change is for',
      'Write a test that fails without the change; where there is nothing to be seen from outside, a person may override this',
    ),
    evidence: [looked],
  };
}

/** `red`: it fails without the item's code. */
type Colour = 'red' | 'green' | 'unknown';

function colourOfResult(result: TestResult | undefined, isAdded: (name: string) => boolean): Colour {
  switch (result?.status) {
    case 'passed':
      return 'green';
    case 'failed':
      return 'red';
    case 'errored':
      return result.unasked !== true && missingNames(result.message ?? '').some(isAdded) ? 'red' : 'unknown';
    default:
      return 'unknown';
  }
}

function passesThere(test: WantedTest): Problem {
  return {
    message: `${test.id} passes on the sources without the item’s code, too, so it shows nothing of the work`,
    place: placeOfTest(test),
    approvable: `seen-red:${test.id}`,
  };
}

function unclear(test: WantedTest, result: TestResult | undefined): Problem {
  const what = result?.status === 'skipped' ? 'was skipped' : 'did not run to an end';
  return {
    message: `${test.id} ${what} on the sources without the item’s code${saidOf(result ?? {})}`,
    place: placeOfTest(test),
  };
}
