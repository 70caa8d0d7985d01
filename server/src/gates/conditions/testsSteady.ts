import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { Environment } from '../../base/gitEnvironment.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import type { Place, TestsRun, World } from '../lab.js';
import { codeUnread, judgeWork, lookedAt } from '../support/outcomes.js';
import { judgedTree, placeOfTest, placeOfWork, saidOf, wantedTests } from '../support/testRuns.js';

export const testsSteady: Condition = {
  name: 'tests-steady',
  title: 'The item’s tests pass in other environments, too',
  why: 'A test may pass only in this folder, this time zone, this order or this month, and so may code that looks at these to see whether it is tested. The tests that pass are run again in a copy of the folder at another path, in another order where the runner can do that, with another time zone, language, user name and clock (Node.js only) and as in CI; then each in a process of its own, up to 12. A test that does not pass there is run once more per difference, and listed with the one that matters. This blocks nothing, because a test may need what only this machine has.',
  gates: ['done'],
  required: false,
  backtrack: 'repeat',
  runsMuch: true,
  check: (context) => (context.project.code ? judgeWork(context, (work) => judge(context, work)) : codeUnread),
};

/** So many tests are run in a process of their own: each costs a start of the runner. */
const mostApart = 12;

/** One way in which surroundings differ, as the end of a sentence about a test that does not pass. */
interface Difference {
  readonly words: string;
  readonly world: World;
}

const usual: World = { variables: {}, order: 'usual' };
/** Far from UTC and from most people, so that dates differ. */
const timeZone = 'Pacific/Kiritimati';
const language = 'de_DE.UTF-8';
/** Long enough for another month and for summer time to change. */
const daysAhead = 200;
const laterClock = `const D=Date,a=${daysAhead}*864e5;globalThis.Date=class Date extends D{constructor(...x){x.length?super(...x):super(D.now()+a)}static now(){return D.now()+a}}`;

const differences: readonly Difference[] = [
  { words: 'in a copy of the folder at another path', world: usual },
  {
    words: `in the time zone ${timeZone} with the language ${language}`,
    world: { ...usual, variables: { TZ: timeZone, LANG: language, LC_ALL: language } },
  },
  {
    words: 'with `CI=true` and another user name',
    world: { ...usual, variables: { CI: 'true', USER: 'someone', LOGNAME: 'someone', USERNAME: 'someone' } },
  },
  {
    words: `with the clock ${daysAhead} days ahead`,
    world: {
      ...usual,
      variables: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(laterClock)}` },
    },
  },
  { words: 'in another order', world: { ...usual, order: 'shuffled' } },
];
const alone: Difference = { words: 'when it runs alone', world: { ...usual, order: 'apart' } };
const elsewhere: Environment = Object.fromEntries(differences.flatMap(({ world }) => Object.entries(world.variables)));

async function judge(context: GateContext, work: Work): Promise<Outcome> {
  const { item, lab } = context;
  const here = await placeOfWork(context);
  if (here.kind === 'unknown') return here.outcome;
  const wanted = wantedTests(item.tests);
  const run = wanted.length === 0 ? undefined : await lab.runTests(wanted, here.place);
  const passing = wanted.filter(({ id }) => run?.results.get(id)?.status === 'passed');
  if (passing.length === 0)
    return {
      state: 'pass',
      summary: 'the item has no test that passes',
      evidence: [lookedAt(context, 'the tests', work)],
    };
  const copy: Place = { kind: 'tree', tree: judgedTree(context, work) };
  const runIn: RunIn = (tests, world) => lab.runTests(tests, copy, { world });
  const together = await runIn(passing, { variables: elsewhere, order: 'shuffled' });
  const first = passing.slice(0, mostApart);
  const apart = first.length > 1 ? await runIn(first, { variables: elsewhere, order: 'apart' }) : together;
  const unsteady = passing.filter(({ id }) => fails(together, id) || fails(apart, id));
  const problems = unsteady.length === 0 ? [] : await explain(unsteady, passing, runIn);
  const left = passing.length > mostApart ? `; ${passing.length - mostApart} were not run alone` : '';
  return {
    state: 'pass',
    summary:
      problems.length === 0
        ? `${count(passing.length, 'test')} passed in other environments, too${left}`
        : `${problems.length} of ${count(passing.length, 'test')} did not pass in other environments${left}`,
    ...(problems.length > 0 ? { problems } : {}),
    evidence: [together.evidence],
  };
}

type RunIn = (tests: readonly WantedTest[], world: World) => Promise<TestsRun>;

/** Finds out for each test which one difference is enough; one that passes with each of them may fail by chance, or needs several. */
async function explain(
  unsteady: readonly WantedTest[],
  passing: readonly WantedTest[],
  runIn: RunIn,
): Promise<readonly Problem[]> {
  const found = new Map<string, Problem>();
  for (const { words, world } of [...differences, alone]) {
    const open = unsteady.filter(({ id }) => !found.has(id));
    if (open.length === 0) break;
    // The others run as well, as one may prepare what another needs.
    const run = await runIn(world.order === 'apart' ? open : passing, world);
    for (const test of open.filter(({ id }) => fails(run, id))) found.set(test.id, problemOf(test, words, run));
  }
  return unsteady.map((test) => found.get(test.id) ?? problemOf(test, 'in other environments, with no single cause'));
}

function problemOf(test: WantedTest, words: string, run?: TestsRun): Problem {
  const result = run?.results.get(test.id);
  return {
    message: `${test.id} passes in the folder, but not ${words}${saidOf(result ?? {})}`,
    place: placeOfTest(test, result?.line),
  };
}

/** A test that is skipped elsewhere says why in its code. */
function fails({ results }: Pick<TestsRun, 'results'>, id: string): boolean {
  const status = results.get(id)?.status;
  return status === 'failed' || status === 'errored';
}
