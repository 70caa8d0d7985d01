import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { changedTests, newTests } from '../support/newTests.js';
import { type LooseTest, looseResults } from '../support/looseResults.js';
import { indifferentProblem, otherExpectations } from '../support/otherExpectations.js';
import { codeUnread, judgeWork, lookedAt, outcomeOf, withTold } from '../support/outcomes.js';
import { mirroringTests } from '../support/mirroringTests.js';
import { runStubbed } from '../support/stubbedRuns.js';
import { type StubbedWork, stubWork } from '../support/stubbedWork.js';
import { placeOfTest } from '../support/testRuns.js';
import { type UnreadResults, unreadResults } from '../support/unreadResults.js';

export const testsNotice: Condition = {
  name: 'tests-notice',
  title: 'The item’s new and changed tests notice when its code does nothing',
  why: 'A test of a new module fails without it, as there is nothing to load, and may still pass whatever the module does. The tests are run in a copy of the folder where each function that the work added or changed returns at once, and each other change is left out; those that pass are run again where these functions throw. A test that passes both times does not depend on the work, unless it fails where a file no longer exports what others define, and other tests of the item notice; an earlier test that the work only changed is listed in the summary and not refused if others notice, because `tests-kept` asks a person about it. If all tests of a criterion fail only where the code throws, they are also run where it returns something else, where it also calls and changes what it is given, and with small changes of what they call, and refused if they pass each time; the same holds if what they expect comes from the test itself. They are refused if they compare the code with itself: if they pass where it returns anything that is the same for the same arguments, and fail where it is different each time. They are refused, too, if they reach none of their assertions, if they pass with other values than those they compare with, or than those of them that their criterion names, or if they only need some result: if they pass where changed functions do their work and return a few percent more, then less (other letters, a shorter list), where they return another value that the test names, or, in code that decides by chance, where only every other result is right (TypeScript, JavaScript, Python and Go). Files in TypeScript, JavaScript, Python, Go, Rust, Java, C# and Ruby are replaced part by part, others as a whole.',
  gates: ['check', 'done'],
  required: true,
  backtrack: 'repeat',
  check: (context) => (context.project.code ? judgeWork(context, (work) => judge(context, work)) : codeUnread),
};

async function judge(context: GateContext, work: Work): Promise<Outcome> {
  const tests = newTests(context, work);
  const stubbed = await stubWork(context.syntax, work, context.configuration.paths);
  const looked = lookedAt(context, `${count(stubbed.replaced.length, 'changed part')} of the code`, work);
  if (tests.length === 0 || stubbed.replaced.length === 0)
    return {
      state: 'pass',
      summary:
        tests.length === 0 ? 'the item has no new or changed tests' : 'the item changes no code that can be replaced',
      evidence: [looked],
    };
  const seen = await runStubbed(context, work, tests, stubbed);
  const { evidence, unmoved, wired, deaf, skipped, noticed } = seen;
  if (deaf.length > 0 && stubbed.unclear.length > 0)
    return {
      state: 'pass',
      summary: `${count(tests.length - unmoved.length, 'new or changed test')} noticed; ${deaf.length} did not, but may check what else changed in ${listed(stubbed.unclear)}`,
      evidence,
    };
  const unread =
    seen.half.length === 0 ? undefined : await unreadResults(context, work, { quiet: seen.half, skipped }, stubbed);
  const half = seen.half.filter((test) => !unread?.tests.includes(test));
  const kept = new Set(changedTests(context, work).map(({ id }) => id));
  const { indifferent, idle } = await otherExpectations(
    context,
    work,
    tests.filter((test) => ![...unmoved, ...(unread?.tests ?? [])].includes(test) && !kept.has(test.id)),
  );
  const mirrored = await mirroringTests(context, work, { quiet: half, skipped }, stubbed);
  const loose = [...(await looseResults(context, work, { noticed, weak: half, skipped, idle }, stubbed)), ...mirrored];
  const { open, approved } = sortByApproval(context, [
    ...[...indifferent].filter(([test]) => loose.every((one) => one.test !== test)).map(indifferentProblem),
    ...deaf.map((test) => problemOf(test, stubbed)),
    ...(unread?.tests.map((test) => unreadProblem(test, unread)) ?? []),
    ...loose.filter(({ isMeant }) => !isMeant).map(looseProblem),
  ]);
  // A test of what must not happen passes, too, so the others refuse nothing: they are for the reviewer.
  const beside = unmoved.length - deaf.length - wired.length;
  const other = beside === 0 ? '' : `; ${count(beside, 'changed test')} did not, which \`tests-kept\` is about`;
  const weak = half.length === 0 ? '' : `; ${half.length} of them only where it throws, not where it returns nothing`;
  const outcome = outcomeOf(
    open,
    {
      pass: `${count(tests.length - unmoved.length, 'new or changed test')} failed where the code did nothing${weak}${other}${approvedWords({ approved })}`,
      fail: `${open.length} of ${count(tests.length, 'new or changed test')} passed whatever the code did`,
      next: 'Make each test check a result of the code, or have a person approve it',
    },
    evidence,
  );
  return withTold(outcome, [
    ...half.filter((test) => mirrored.every((one) => one.test !== test)).map(halfProblem),
    ...wired.map(wiredProblem),
    ...loose.filter(({ isMeant }) => isMeant).map(looseProblem),
  ]);
}

function problemOf(test: WantedTest, { replaced }: StubbedWork): Problem {
  return {
    message: `${test.id} passes even where these do nothing, and where they throw: ${listed([...new Set(replaced)])}`,
    place: placeOfTest(test),
    approvable: `tests-notice:${test.id}`,
  };
}

function halfProblem(test: WantedTest): Problem {
  return {
    message: `${test.id} fails where the changed code throws, and passes where it returns nothing`,
    place: placeOfTest(test),
  };
}

function wiredProblem(test: WantedTest): Problem {
  return {
    message: `${test.id} only checks what a file exports that others define; other tests notice what the item changed of that`,
    place: placeOfTest(test),
  };
}

function looseProblem({ test, words }: LooseTest): Problem {
  return {
    message: `${test.id} passes ${words}`,
    place: placeOfTest(test),
    approvable: `tests-notice:${test.id}`,
  };
}

function unreadProblem(test: WantedTest, { tried, answering }: UnreadResults): Problem {
  return {
    message: answering.includes(test)
      ? `${test.id} passes where the code gives nothing${tried === 0 ? '' : `, and with each of ${count(tried, 'small change')}`}: what it expects comes from the test itself`
      : `${test.id} passes whatever the code gives: nothing, something else, and with each of ${count(tried, 'small change')}; it fails only where the code throws`,
    place: placeOfTest(test),
    approvable: `tests-notice:${test.id}`,
  };
}

/** The first few. */
function listed(names: readonly string[]): string {
  const more = names.length > 3 ? [`${names.length - 3} more`] : [];
  return [...names.slice(0, 3), ...more].join(', ');
}
