import type { WantedTest } from '../../code/runners/runner.js';
import { languageOf } from '../../code/languageOf.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Evidence, Outcome, Problem } from '../gate.js';
import { newTests } from '../support/newTests.js';
import { codeUnread, judgeWork, lookedAt } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';
import { placeOfTest } from '../support/testRuns.js';
import { mutateWork, type WorkMutant } from '../support/workMutants.js';

export const mutationScore: Condition = {
  name: 'mutation-score',
  title: 'Small changes of the item’s code make its tests fail',
  why: 'A test may run code without noticing what it does. Only part of the profile `full`: the item’s new and changed tests run in up to 30 copies of the folder, each with one small change of a line that the item added or changed (a function does nothing, a condition is reversed, an operator, number or text is replaced, a statement is left out). No copy is started after two minutes; results are kept, and the next run continues with the rest. The score is the share of changes that a test noticed: a low score and each change that no test noticed are listed for the reviewer and block nothing, because some changes have no effect.',
  gates: ['check', 'done'],
  required: false,
  backtrack: 'repeat',
  runsMuch: true,
  check: (context) =>
    context.project.code ? judgeWork(context, (work) => scoreOf(context, work, mostMutants)) : codeUnread,
};

/** So many small changes are tried. */
const mostMutants = 30;
/** After so many milliseconds no other is started. */
const mostTime = 120_000;

/** @param most so many small changes are tried. */
export async function scoreOf(context: GateContext, work: Work, most: number): Promise<Outcome> {
  const { configuration, lab, syntax } = context;
  const wanted = newTests(context, work);
  const { mutants, left } = await mutateWork(syntax, work, configuration.paths, most);
  if (wanted.length === 0 || mutants.length === 0) {
    const nothing = wanted.length === 0 ? 'the item has no new or changed tests' : 'the item changes no code to try';
    return { state: 'pass', summary: nothing, evidence: [lookedAt(context, nothing, work)] };
  }
  const control = await lab.runTests(wanted, { kind: 'tree', tree: work.tree });
  const tests = wanted.filter(({ id }) => control.results.get(id)?.status === 'passed');
  if (tests.length === 0)
    return {
      state: 'pass',
      summary: 'no new or changed test passes in a copy of the folder, so none was tried',
      evidence: [control.evidence],
    };
  const tried = await tryMutants(context, work, { tests, mutants, took: control.took });
  return told(tried, { tests, left: left + mutants.length - tried.length });
}

/** What came of a small change. `unbuilt`: nothing could be run, which says nothing of the tests. */
interface Tried {
  readonly mutant: WorkMutant;
  readonly outcome: 'noticed' | 'missed' | 'unbuilt';
  /** The ids of the tests that noticed. */
  readonly by: readonly string[];
  readonly evidence: Evidence;
}

interface Trial {
  readonly tests: readonly WantedTest[];
  readonly mutants: readonly WorkMutant[];
  /** How long the tests take as a rule, in milliseconds. */
  readonly took: number | undefined;
}

async function tryMutants({ lab }: GateContext, { tree }: Work, trial: Trial): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  // A loop may never end: then the change is noticed.
  const timeLimit = trial.took === undefined ? mostTime / 2 : 10_000 + 5 * trial.took;
  let spent = 0;
  for (const mutant of trial.mutants) {
    if (spent > mostTime) break;
    const overlay = new Map([[mutant.path, mutant.text]]);
    const run = await lab.runTests(trial.tests, { kind: 'tree', tree, overlay }, { isSettled: () => true, timeLimit });
    spent += run.took ?? 0;
    const by = trial.tests.map(({ id }) => id).filter((id) => run.results.get(id)?.status !== 'passed');
    const isBuilt = !isCompiled(mutant.path) || by.some((id) => run.results.get(id)?.status === 'failed');
    const outcome = by.length === 0 ? 'missed' : isBuilt ? 'noticed' : 'unbuilt';
    tried.push({ mutant, outcome, by, evidence: run.evidence });
  }
  return tried;
}

/** Whether types are checked before anything runs, so that most of what keeps a test from running is said by the compiler. */
function isCompiled(path: string): boolean {
  return ['go', 'rust', 'java', 'csharp'].includes(languageOf(path) ?? '');
}

function told(tried: readonly Tried[], { tests, left }: { tests: readonly WantedTest[]; left: number }): Outcome {
  const missed = tried.filter(({ outcome }) => outcome === 'missed');
  const noticed = tried.filter(({ outcome }) => outcome === 'noticed');
  const all = noticed.length + missed.length;
  const unbuilt = tried.length - all;
  const idle = all < 2 ? [] : tests.filter(({ id }) => !noticed.some(({ by }) => by.includes(id)));
  const besides = [
    ...(unbuilt > 0 ? [`${unbuilt} could not be built`] : []),
    ...(left > 0 ? [`${left} more were not tried`] : []),
  ];
  const score =
    all === 0 ? 'no small change could be tried' : `mutation score ${Math.floor((noticed.length / all) * 100)} %`;
  const share = all === 0 ? '' : `: the tests noticed ${noticed.length} of ${count(all, 'small change')}`;
  const [last] = tried.slice(-1);
  return {
    state: 'pass',
    summary: [score + share, ...besides].join('; '),
    problems: [
      ...missed.map(({ mutant: { path, line, what } }): Problem => ({
        message: `No test notices that ${what}`,
        place: lineOf(path, line, 0),
      })),
      ...idle.map((test): Problem => ({
        message: `${test.id} noticed none of the ${count(all, 'small change')}`,
        place: placeOfTest(test),
      })),
    ],
    ...(last
      ? { evidence: [{ ...last.evidence, what: `${count(tried.length, 'small change')}, each in a copy` }] }
      : {}),
  };
}
