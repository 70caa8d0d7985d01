import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome } from '../gate.js';
import type { TestsRun } from '../lab.js';
import { askCommand, howItEnded } from '../support/commandRuns.js';
import { codeUnread, outcomeOf } from '../support/outcomes.js';
import {
  changedByRun,
  leaveSources,
  notRun,
  placeOfWork,
  problemOfTest,
  statusOf,
  wantedTests,
} from '../support/testRuns.js';

export const regression: Condition = {
  name: 'regression',
  title: 'What worked before still works',
  why: 'Runs the whole suite: `gates.commands.test` if the project declares it, otherwise every test found in the source code with its own runner. Tests that are skipped, excluded by the project’s configuration, or need more than a runner (such as a browser) do not count against the item, but are reported.',
  gates: ['check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: (context) => (context.configuration.gates.commands.has('test') ? runSuite(context) : runFoundTests(context)),
};

const next =
  'Make the tests pass again. If one checks something that is no longer wanted, change its requirement first';

async function runSuite(context: GateContext): Promise<Outcome> {
  const asked = await askCommand(context, 'test');
  if (asked.kind === 'unknown') return asked.outcome;
  return outcomeOf(
    asked.problems,
    {
      pass: `the whole suite passes with the declared test command${asked.note}`,
      fail: `the test command ${asked.run.code === 0 ? 'changed the sources' : howItEnded(asked.run)}${asked.note}`,
      next,
    },
    [asked.run.evidence],
  );
}

async function runFoundTests(context: GateContext): Promise<Outcome> {
  if (!context.project.code) return codeUnread;
  const tests = wantedTests(context.trace.tests.filter(({ test }) => !test.skipped));
  if (tests.length === 0) return { state: 'pass', summary: 'no tests found' };
  const place = await placeOfWork(context);
  return place.kind === 'unknown'
    ? place.outcome
    : judge(tests, await context.lab.runTests(tests, place.place), place.note);
}

function judge(tests: readonly WantedTest[], run: TestsRun, uncommitted: string): Outcome {
  const unasked = tests.filter(({ id }) => {
    const result = run.results.get(id);
    return result?.unasked === true || result?.leftOut === true;
  });
  const left = new Set(unasked.map(({ id }) => id));
  const wrong = tests.filter(({ id }) => !left.has(id) && ['failed', 'errored'].includes(statusOf(run, id)));
  const problems = [...changedByRun(run), ...wrong.map((test) => problemOfTest(test, run))];
  if (problems.length === 0 && unasked.length === tests.length)
    return {
      ...notRun(
        'none of the tests can run here',
        'Install what the project needs to run its tests, or declare the command that runs them as `gates.commands.test`',
        unasked.slice(0, 1).map((test) => problemOfTest(test, run)),
      ),
      evidence: [run.evidence],
    };
  const skipped = tests.filter(({ id }) => statusOf(run, id) === 'skipped').length;
  const notes = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unasked.length > 0 ? [`${unasked.length} left out that the runner cannot select by name`] : []),
  ];
  const ran = count(tests.length - unasked.length - skipped, 'test');
  return outcomeOf(
    problems,
    {
      pass:
        [`${ran} passed, all that were found, because the project declares no test command`, ...notes].join(', ') +
        uncommitted,
      fail:
        [
          wrong.length > 0
            ? `${wrong.length} of ${count(tests.length, 'test')} did not pass`
            : 'sources were modified while the tests ran',
          ...notes,
        ].join(', ') + uncommitted,
      next: wrong.length > 0 ? next : leaveSources,
    },
    [run.evidence],
  );
}
