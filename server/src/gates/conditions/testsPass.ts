import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import type { TestsRun } from '../lab.js';
import { askCommand, howItEnded } from '../support/commandRuns.js';
import { owedCriteria } from '../../trace/obligations.js';
import { codeUnread, outcomeOf } from '../support/outcomes.js';
import {
  changedByRun,
  leaveSources,
  notRun,
  placeOfWork,
  placeOfTest,
  problemOfTest,
  statusOf,
  wantedTests,
} from '../support/testRuns.js';

export const testsPass: Condition = {
  name: 'tests-pass',
  title: 'The tests of the item pass',
  why: 'Runs the tests with the project’s own runners; claims do not count. A test does not pass if it fails, cannot be loaded, is not reported by the runner or takes longer than `gates.timeLimit`. Nor does it pass if it writes what it tests: no product source that the item changed may be written while its tests run, not even with the same content, unless it was and is marked as generated. Skipped tests do not count: each criterion needs another test that passes. Tests that cannot be selected by name are run with all others by `gates.commands.test`. At the gates `done` and `release` the commit is tested: if the folder has uncommitted code, in a copy without it. Results for the same sources are reused.',
  gates: ['act-out', 'check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: async (context) => {
    const { item, project, lab } = context;
    if (!project.code) return codeUnread;
    const tests = wantedTests(item.tests);
    if (tests.length === 0) return withoutTests(context);
    const place = await placeOfWork(context);
    if (place.kind === 'unknown') return place.outcome;
    const outcome = judge(item, tests, await lab.runTests(tests, place.place), place.note);
    const isDeclared = context.configuration.gates.commands.has('test');
    return outcome.state === 'unknown' && isDeclared ? bySuite(context, tests) : outcome;
  },
};

/** Tests that cannot be run by their names are run with all others; the command fails where one of them does. */
async function bySuite(context: GateContext, tests: readonly WantedTest[]): Promise<Outcome> {
  const asked = await askCommand(context, 'test');
  if (asked.kind === 'unknown') return asked.outcome;
  return outcomeOf(
    asked.problems,
    {
      pass: `the test command passes, which runs ${count(tests.length, 'test')} together with others that cannot be run separately${asked.note}`,
      fail: `the test command ${asked.run.code === 0 ? 'changed the sources' : howItEnded(asked.run)}${asked.note}`,
      next,
    },
    [asked.run.evidence],
  );
}

const next = 'Make the code pass the tests, and run the gate again';

function withoutTests({ item }: GateContext): Outcome {
  const owed = owedCriteria(item);
  if (item.coverage.criteria.length > 0 && owed.length === 0)
    return { state: 'pass', summary: 'no criterion needs a test now' };
  return {
    state: 'fail',
    summary: 'there are no tests to run',
    problems: [{ message: `No test names ${item.id}, so nothing shows that it does what its spec says` }],
    next: `Write tests with ids such as \`${item.id}/AC1\` in their names`,
  };
}

function judge(item: ItemTrace, tests: readonly WantedTest[], run: TestsRun, uncommitted: string): Outcome {
  const { results, evidence } = run;
  const unasked = tests.filter(({ id }) => results.get(id)?.unasked === true);
  const wrong = tests.filter(({ id }) => !unasked.some((one) => one.id === id) && isWrong(statusOf(run, id)));
  const touched = changedByRun(run);
  const problems: readonly Problem[] = [
    ...touched,
    ...wrong.map((test) => problemOfTest(test, run)),
    ...(unasked.length > 0 ? [] : unshown(item, run)),
  ];
  const skipped = tests.filter(({ id }) => statusOf(run, id) === 'skipped').length;
  const note = `${skipped > 0 ? `, ${skipped} skipped` : ''}${uncommitted}`;
  if (problems.length === 0 && unasked.length > 0)
    return {
      ...notRun(
        `${unasked.length} of ${count(tests.length, 'test')} cannot run here`,
        'Install what the project needs to run its tests, write the test title as a plain string, or declare `gates.commands.test`',
        unasked.map((test) => problemOfTest(test, run)),
      ),
      evidence: [evidence],
    };
  return outcomeOf(
    problems,
    {
      pass: `${count(tests.length - skipped, 'test')} passed${note}`,
      fail:
        wrong.length > 0
          ? `${wrong.length} of ${count(tests.length, 'test')} did not pass${note}`
          : `not everything was tested${note}`,
      next: touched.length > 0 && touched.length === problems.length ? leaveSources : next,
    },
    [evidence],
  );
}

function isWrong(status: string): boolean {
  return status === 'failed' || status === 'errored';
}

/** Criteria whose tests are all skipped by the runner; for an item without criteria, the item itself. */
function unshown(item: ItemTrace, run: TestsRun): readonly Problem[] {
  const isSkipped = (tests: ItemTrace['tests']): boolean =>
    tests.length > 0 && wantedTests(tests).every(({ id }) => statusOf(run, id) === 'skipped');
  const parts =
    item.coverage.criteria.length === 0
      ? [{ label: item.id, tests: item.tests }]
      : owedCriteria(item).map(({ criterion, tests }) => ({ label: `${item.id}/${criterion.id}`, tests }));
  return parts
    .filter(({ tests }) => isSkipped(tests))
    .map(({ label, tests }): Problem => {
      const [first] = wantedTests(tests);
      return {
        message: `The runner skipped every test of ${label}, so nothing shows that it is met`,
        ...(first ? { place: placeOfTest(first) } : {}),
      };
    });
}
