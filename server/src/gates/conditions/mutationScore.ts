import type { WantedTest } from '../../code/runners/runner.js';
import { languageOf } from '../../code/languageOf.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Evidence, Outcome, Problem } from '../gate.js';
import type { Mutation } from '../../code/mutationReports/mutation.js';
import { readMutations } from '../../code/mutationReports/readMutations.js';
import { changedLines } from '../support/changedLines.js';
import { askCommand, howItEnded } from '../support/commandRuns.js';
import { isReportedAs } from '../support/coverageOf.js';
import { newTests } from '../support/newTests.js';
import { codeUnread, judgeWork, lookedAt } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';
import { changedByRun, placeOfTest } from '../support/testRuns.js';
import { isProductSource } from '../support/productFiles.js';
import { isOfProduct } from '../support/stubbedWork.js';
import { mutateWork, type WorkMutant } from '../support/workMutants.js';

export const mutationScore: Condition = {
  name: 'mutation-score',
  title: 'Small changes of the item’s code make its tests fail',
  why: 'A test may run code without noticing what it does. Only part of the profile `full`: the item’s new and changed tests run in up to 30 copies of the folder, each with one small change of a line that the item added or changed (a function does nothing, a condition is reversed, an operator, number or text is replaced, a statement is left out). No copy is started after two minutes; results are kept, and the next run continues with the rest. The score is the share of changes that a test noticed: a low score and each change that no test noticed are listed for the reviewer and block nothing, because some changes have no effect. Where the project declares `gates.commands.mutation`, that tool tries the changes instead (Stryker, PIT, cargo-mutants …), and what its report says of the changed lines counts, if it says anything of them.',
  gates: ['check', 'done'],
  required: false,
  backtrack: 'repeat',
  runsMuch: true,
  check: (context) =>
    context.project.code
      ? judgeWork(context, (work) =>
          context.configuration.gates.commands.has('mutation')
            ? scoreByTool(context, work)
            : scoreOf(context, work, mostMutants),
        )
      : codeUnread,
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
  const idle = all < 2 ? [] : tests.filter(({ id }) => !noticed.some(({ by }) => by.includes(id)));
  const [last] = tried.slice(-1);
  return {
    state: 'pass',
    summary: [scoreWords(tried), ...(left > 0 ? [`${left} more were not tried`] : [])].join('; '),
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

function scoreWords(tried: readonly Pick<Mutation, 'outcome'>[]): string {
  const number = (outcome: Mutation['outcome']): number => tried.filter((one) => one.outcome === outcome).length;
  const [noticed, unbuilt, ignored] = [number('noticed'), number('unbuilt'), number('ignored')];
  const all = noticed + number('missed');
  return [
    all === 0
      ? 'no small change could be tried'
      : `mutation score ${Math.floor((noticed / all) * 100)} %: the tests noticed ${noticed} of ${count(all, 'small change')}`,
    ...(unbuilt > 0 ? [`${unbuilt} could not be built`] : []),
    ...(ignored > 0 ? [`${ignored} left out by settings or comments`] : []),
  ].join('; ');
}

/**
 * What the project's own tool says of the lines that the item changed. Such tools end with a failure where tests miss something. Where
 * it says nothing of them, our small changes are tried.
 */
async function scoreByTool(context: GateContext, work: Work): Promise<Outcome> {
  const asked = await askCommand(context, 'mutation');
  if (asked.kind === 'unknown') return asked.outcome;
  const { run } = asked;
  const evidence = [{ ...run.evidence, what: [run.evidence.what, ...run.reports.keys()].join(', ') }];
  const changedSources = changedByRun(run);
  if (changedSources.length > 0)
    return {
      state: 'unknown',
      summary: 'the mutation command changed the sources it was to judge',
      problems: changedSources,
      next: 'Restore the files, and have the tool work on copies',
      evidence,
    };
  const reports = [...run.reports.values()].map(readMutations).filter((report) => report !== undefined);
  if (run.timedOut || reports.length === 0)
    return {
      state: 'unknown',
      summary: run.timedOut
        ? `the mutation command ${howItEnded(run)}`
        : `the mutation command ${howItEnded(run)} and wrote no report that could be read`,
      next: 'Make the mutation command write its report, and name the report in `gates.mutationReports`',
      evidence,
    };
  const tried = onChangedLines(reports.flat(), context, work, run.root);
  // A comment in the code may have had all of them left out.
  if (!tried.some(({ outcome }) => outcome === 'noticed' || outcome === 'missed'))
    return scoreOf(context, work, mostMutants);
  return {
    state: 'pass',
    summary: scoreWords(tried),
    problems: tried
      .filter(({ outcome }) => outcome === 'missed')
      .map(({ path, line, what }): Problem => ({
        message: `No test notices this change: ${what}`,
        place: lineOf(path, line, 0),
      })),
    evidence,
  };
}

/** @param root where the report was written. */
function onChangedLines(
  reported: readonly Mutation[],
  { configuration, project }: GateContext,
  work: Work,
  root: string,
): readonly Mutation[] {
  const known = project.code?.paths ?? [];
  return work.changes
    .filter((change) => isOfProduct(change, configuration.paths) && isProductSource(change.path))
    .flatMap((change) => {
      const changed = new Set(changedLines(change));
      const own = reported.filter(
        ({ line, path }) => changed.has(line) && isReportedAs(path, change.path, root, known),
      );
      return own.map((mutation) => ({ ...mutation, path: change.path }));
    });
}
