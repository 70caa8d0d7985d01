import type { TestResult } from '../../code/runners/matchResults.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Evidence, Outcome, Problem } from '../gate.js';
import type { Place, TestsRun } from '../lab.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { baseOverlay, textAtBase } from '../support/baseOverlay.js';
import { missingNames, namesAdded } from '../support/loadFailure.js';
import { newTests } from '../support/newTests.js';
import { codeUnread, judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { isProductSource, isTestSupport } from '../support/productFiles.js';
import { judgedTree, notRun, placeOfTest, saidOf } from '../support/testRuns.js';

export const seenRed: Condition = {
  name: 'seen-red',
  title: 'The item’s new and changed tests fail without the item’s code',
  why: 'A test that passes before the work is done proves nothing about the work, and neither does an existing test that is only now assigned to a criterion. The tests are run in a copy of the base sources with the current tests and what they need, where they must fail, and in a copy of the current folder, where they must pass. A test that cannot be loaded in the first copy counts as failed only if what is missing is added by the item.',
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
  const tests = newTests(context, work);
  if (tests.length === 0) return withoutNewTests(context, looked);

  const { toRun, inseparable, mixed } = sortTests(tests, changes);
  const isAdded = namesAdded(sources);
  const colourOf = (result: TestResult | undefined): Colour => colourOfResult(result, isAdded);
  const atBase: Place = { kind: 'tree', tree: work.base, overlay: baseOverlay(work, mixed) };
  const isSettled = (results: TestsRun['results']): boolean =>
    toRun.every(({ id }) => colourOf(results.get(id)) !== 'unknown');
  const run = toRun.length === 0 ? undefined : await lab.runTests(toRun, atBase, { isSettled, timeLimit: Infinity });
  const ofColour = (colour: Colour): readonly WantedTest[] =>
    toRun.filter(({ id }) => colourOf(run?.results.get(id)) === colour);
  const { open, approved } = sortByApproval(context, ofColour('green').map(passesThere));
  const now = await controlRun(context, work, open.length > 0 ? [] : ofColour('red'), ofColour('unknown'));
  const { skipped } = now;
  const unknown: readonly Problem[] = [
    ...ofColour('unknown')
      .filter(({ id }) => !skipped.has(id))
      .map((test) => unclear(test, run?.results.get(test.id))),
    ...now.problems,
    ...inseparable.map((test) => ({
      message: `${test.id} is in the same file as the code it tests, and the two cannot be separated`,
      place: placeOfTest(test),
    })),
  ];
  if (open.length === 0 && unknown.length > 0 && toRun.some(({ id }) => run?.results.get(id)?.unasked === true)) {
    const bySuite = await seenBySuite(context, atBase, work);
    if (bySuite) return bySuite;
  }
  const evidence = run
    ? [{ ...run.evidence, what: `${run.evidence.what}, on the sources of ${work.base.slice(0, 7)}` }]
    : [looked];
  if (open.length === 0 && unknown.length > 0)
    return {
      ...notRun(
        `whether ${unknown.length} of ${count(tests.length, 'test')} would fail without the item’s code is unknown`,
        'Find out what prevents the tests from running in a copy of the sources, and put what they need next to the tests',
        unknown,
      ),
      evidence,
    };
  const red = tests.length - ofColour('green').length - skipped.size;
  const note = skipped.size === 0 ? '' : `; ${skipped.size} skipped by the runner`;
  return outcomeOf(
    [...open, ...(open.length > 0 ? unknown : [])],
    {
      pass: `${count(red, 'new or changed test')} failed without the item’s code${note}${approvedWords({ approved })}`,
      fail: `${open.length} of ${count(tests.length, 'new or changed test')} passed without the item’s code`,
      next: 'Make each test check what the item adds, or have a person approve a test that should also pass on the earlier sources',
    },
    evidence,
  );
}

/**
 * Tests that cannot be run by their names are run with all others, by the declared command: it has to fail on the earlier sources
 * with the tests of now, and to pass in a copy of the folder.
 *
 * @returns undefined if that says nothing, or cannot be determined.
 */
async function seenBySuite(
  { lab, configuration }: GateContext,
  atBase: Place,
  { tree }: Work,
): Promise<Outcome | undefined> {
  if (!configuration.gates.commands.has('test')) return undefined;
  const before = await lab.runCommand('test', atBase);
  if (before.kind !== 'ran' || before.timedOut || before.code === null) return undefined;
  if (before.code === 0)
    return {
      state: 'fail',
      summary: 'the test command also passes without the item’s code',
      problems: [
        {
          message: 'The whole suite passes without the item’s code, so its tests prove nothing about the work',
        },
      ],
      evidence: [before.evidence],
      next: 'Make the tests check what the item adds',
    };
  const now = await lab.runCommand('test', { kind: 'tree', tree });
  if (now.kind !== 'ran' || now.code !== 0) return undefined;
  return {
    state: 'pass',
    summary: 'the test command fails without the item’s code, and passes with it',
    evidence: [before.evidence, now.evidence],
  };
}

/** New tests by whether they can be put beside the earlier sources. */
interface SortedTests {
  readonly toRun: readonly WantedTest[];
  /** In a file that was there before, with code besides. */
  readonly inseparable: readonly WantedTest[];
  /** The files that hold tests and code, as those of Rust may. */
  readonly mixed: ReadonlySet<string>;
}

function sortTests(tests: readonly WantedTest[], changes: readonly WorkChange[]): SortedTests {
  const mixed = new Set(tests.flatMap(({ file: { path } }) => (isTestSupport(path) ? [] : [path])));
  const byPath = new Map(changes.map((change) => [change.path, change]));
  // A new file holds the tests and what they test: before it there was neither, nor a module of that name.
  const isBorn = (path: string): boolean => byPath.get(path)?.kind === 'added';
  const isApart = (path: string): boolean => {
    const change = byPath.get(path);
    return !mixed.has(path) || (change !== undefined && textAtBase(change) !== undefined);
  };
  const left = tests.filter(({ file: { path } }) => !(mixed.has(path) && isBorn(path)));
  return {
    toRun: left.filter(({ file: { path } }) => isApart(path)),
    inseparable: left.filter(({ file: { path } }) => !isApart(path)),
    mixed,
  };
}

/** What the sources of now say of tests that fail, or don't finish, on those before. */
interface ControlRun {
  /**
   * The tests that the runner skips here as well, as on another platform: they show nothing, and hide nothing. Whether each criterion
   * has one that runs is asked elsewhere.
   */
  readonly skipped: ReadonlySet<string>;
  /**
   * Tests that fail here, too: that they fail on the earlier sources then says nothing of these. A test may need what is not in git, or
   * look at where it runs.
   */
  readonly problems: readonly Problem[];
}

async function controlRun(
  context: GateContext,
  work: Work,
  red: readonly WantedTest[],
  unclear: readonly WantedTest[],
): Promise<ControlRun> {
  if (red.length === 0) return { skipped: new Set(), problems: [] };
  const all = [...red, ...unclear];
  const { results } = await context.lab.runTests(all, { kind: 'tree', tree: judgedTree(context, work) });
  const isAs = (status: string, { id }: WantedTest): boolean => results.get(id)?.status === status;
  // Where all that failed is skipped here, nothing was seen.
  const isSeen = red.some((test) => isAs('passed', test));
  const skipped = new Set(isSeen ? all.filter((test) => isAs('skipped', test)).map(({ id }) => id) : []);
  return {
    skipped,
    problems: red
      .filter((test) => !isAs('passed', test) && !skipped.has(test.id))
      .map((test) => ({
        message: `${test.id} ${isAs('skipped', test) ? 'is skipped' : 'also fails'} in a copy of the current folder${saidOf(results.get(test.id) ?? {})}`,
        place: placeOfTest(test),
      })),
  };
}

function withoutNewTests({ item }: GateContext, looked: Evidence): Outcome {
  if (item.tests.length === 0)
    return {
      state: 'fail',
      summary: 'the item changes source code, and no test names it',
      problems: [{ message: `No test names ${item.id}, so no test was seen failing without its code` }],
      evidence: [looked],
      next: `Write tests with ids such as \`${item.id}/AC1\` in their names`,
    };
  return {
    ...notRun(
      'the item changes source code but none of its tests, so nothing shows what the change does',
      'Write a test that fails without the change. If the change is not observable, a person can override this',
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
    message: `${test.id} also passes without the item’s code, so it proves nothing about the work`,
    place: placeOfTest(test),
    approvable: `seen-red:${test.id}`,
  };
}

function unclear(test: WantedTest, result: TestResult | undefined): Problem {
  const what = result?.status === 'skipped' ? 'was skipped' : 'did not finish';
  return {
    message: `${test.id} ${what} on the sources without the item’s code${saidOf(result ?? {})}`,
    place: placeOfTest(test),
  };
}
