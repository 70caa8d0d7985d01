import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import type { TestsRun } from '../lab.js';
import { askCommand, howItEnded } from '../support/commandRuns.js';
import { owedCriteria } from '../support/obligations.js';
import { codeUnread, outcomeOf } from '../support/outcomes.js';
import {
  changedByRun,
  leaveSources,
  notRun,
  placeOfFolder,
  placeOfTest,
  problemOfTest,
  statusOf,
  wantedTests,
} from '../support/testRuns.js';

export const testsPass: Condition = {
  name: 'tests-pass',
  title: 'The tests of the item pass',
  why: 'They are run here, by the project’s own runners, whatever anybody says of them. A test that fails, that cannot be loaded, that the runner says nothing of or that takes longer than `gates.timeLimit` is none that passes. Neither is one that writes what it is to judge: no source of the product that the item changed may be written while its tests run, be it with what it held before, but those that said before the work, and still say, that a program writes them. One that the runner skips counts for nothing: each criterion needs another one that passes. Tests that cannot be run by their names are run by `gates.commands.test` with all others. What was seen before on the same sources is not run again.',
  gates: ['act-out', 'check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: async (context) => {
    const { item, project, lab } = context;
    if (!project.code) return codeUnread;
    const tests = wantedTests(item.tests);
    if (tests.length === 0) return withoutTests(context);
    const place = await placeOfFolder(context);
    if (place.kind === 'unknown') return place.outcome;
    const outcome = judge(item, tests, await lab.runTests(tests, place.place));
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
      pass: `the test command passes, which runs ${count(tests.length, 'test')} among others that it cannot be asked for apart`,
      fail: `the test command ${asked.run.code === 0 ? 'changed the sources' : howItEnded(asked.run)}`,
      next,
    },
    [asked.run.evidence],
  );
}

const next = 'Make the code do what the tests ask for, and ask again';

function withoutTests({ item }: GateContext): Outcome {
  const owed = owedCriteria(item);
  if (item.coverage.criteria.length > 0 && owed.length === 0)
    return { state: 'pass', summary: 'no criterion has to be shown by a test now' };
  return {
    state: 'fail',
    summary: 'there is no test to run',
    problems: [{ message: `No test names ${item.id}, so nothing shows that it does what its spec says` }],
    next: `Write tests whose names hold \`${item.id}/AC1\` and the like`,
  };
}

function judge(item: ItemTrace, tests: readonly WantedTest[], run: TestsRun): Outcome {
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
  const note = skipped > 0 ? `, ${skipped} skipped` : '';
  if (problems.length === 0 && unasked.length > 0)
    return {
      ...notRun(
        `${unasked.length} of ${count(tests.length, 'test')} cannot be run here`,
        'Install what the project needs to run its tests, write the title of the test out as a text, or declare `gates.commands.test`',
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
          : `not all that the tests should show was shown${note}`,
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
