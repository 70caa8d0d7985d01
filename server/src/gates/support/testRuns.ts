import type { TestResult } from '../../code/runners/matchResults.js';
import type { TestStatus, WantedTest } from '../../code/runners/runner.js';
import { isSourcePath } from '../../code/otherSyntaxes.js';
import { wantedTest } from '../../code/runners/wantedTest.js';
import { excerpt } from '../../base/excerpt.js';
import type { TestTrace } from '../../trace/graph.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { GateName, GatePlace, Outcome, Problem } from '../gate.js';
import type { Place, TestsRun } from '../lab.js';
import { lineOf, placeOf } from './places.js';
import { isRunnerFile, isTestSupport } from './productFiles.js';

/** Tests as runners are asked for them, each once. */
export function wantedTests(tests: readonly TestTrace[]): readonly WantedTest[] {
  const wanted = tests.map(({ file, test }) => wantedTest(file, test));
  return [...new Map(wanted.map((one) => [one.id, one])).values()];
}

/** Where the item's tests and commands run. */
export type PlaceOfWork =
  | {
      readonly kind: 'place';
      readonly place: Place;
      /** What is only in the folder, where the commit is judged without it: to be put behind a summary. */
      readonly note: string;
    }
  | { readonly kind: 'unknown'; readonly outcome: Outcome };

const judgingCommits: ReadonlySet<GateName> = new Set(['done', 'release']);

/**
 * In the folder itself, or in a copy of what git would commit where the project asks for that. What is merged or released is the
 * commit: where the folder has other code than that, it is judged in a copy of the commit.
 */
export async function placeOfWork({
  gate,
  configuration,
  work,
}: Pick<GateContext, 'gate' | 'configuration' | 'work'>): Promise<PlaceOfWork> {
  const { clean } = configuration.gates;
  const isOfCommit = judgingCommits.has(gate);
  if (!clean && !isOfCommit) return { kind: 'place', place: { kind: 'here' }, note: '' };
  const answer = await work();
  if (answer.kind === 'answer') {
    const { head, tree } = answer.value;
    const open = onlyInFolder(gate, answer.value);
    if (open.length > 0) return { kind: 'place', place: { kind: 'tree', tree: head }, note: notCommitted(head, open) };
    return { kind: 'place', place: clean ? { kind: 'tree', tree } : { kind: 'here' }, note: '' };
  }
  if (!clean) return { kind: 'place', place: { kind: 'here' }, note: '' };
  const next = 'Run the gate in a clone, or set `gates.clean` to false';
  return { kind: 'unknown', outcome: notRun(`cannot copy the sources: ${answer.message}`, next) };
}

/** The tree that a gate judges: that of the commit, where the folder has other code and the gate is about what is merged or released. */
export function judgedTree({ gate }: Pick<GateContext, 'gate'>, work: Work): string {
  return onlyInFolder(gate, work).length > 0 ? work.head : work.tree;
}

/** The code that a gate does not judge, as only the folder has it. */
function onlyInFolder(gate: GateName, { uncommitted }: Work): readonly string[] {
  return judgingCommits.has(gate) ? uncommitted.filter(isJudged) : [];
}

/** Whether tests may come to something else with another content of a file. */
export function isJudged(path: string): boolean {
  return isSourcePath(path) || isTestSupport(path) || isRunnerFile(path);
}

function notCommitted(head: string, paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return `; commit ${head.slice(0, 7)} was tested, without the uncommitted changes to ${shown}${more}`;
}

/** Where a test is, or where in its file it went wrong. */
export function placeOfTest({ file, test }: Pick<WantedTest, 'file' | 'test'>, line?: number): GatePlace {
  return line === undefined ? placeOf(file, test.name.span) : lineOf(file.path, line, 0);
}

/** What a runner said of a test, in few words; without full stop. */
export function saidOf({ message }: Pick<TestResult, 'message'>): string {
  const words = excerpt(message ?? '', 200).replace(/[.\s]+$/u, '');
  return words === '' ? '' : `: ${words}`;
}

/** What became of a test; one without a result did not run. */
export function statusOf({ results }: Pick<TestsRun, 'results'>, id: string): TestStatus {
  return results.get(id)?.status ?? 'errored';
}

/** What is wrong with a test that did not pass. */
export function problemOfTest(test: WantedTest, { results }: Pick<TestsRun, 'results'>): Problem {
  const result = results.get(test.id);
  const what = result?.status === 'failed' ? 'failed' : 'did not finish';
  return { message: `${test.id} ${what}${saidOf(result ?? {})}`, place: placeOfTest(test, result?.line) };
}

/** The outcome of what could not be run. */
export function notRun(message: string, next: string, problems: readonly Problem[] = []): Outcome {
  return { state: 'unknown', summary: message, next, ...(problems.length > 0 ? { problems } : {}) };
}

/** What to do where that is all that is wrong. */
export const leaveSources =
  'Make the tests leave the sources unchanged, revert what they wrote, and run the gate again';

/** What is wrong with a run that changed the very sources it was to judge, or wrote them. */
export function changedByRun({
  changed,
  written = [],
}: Pick<TestsRun, 'changed'> & Partial<Pick<TestsRun, 'written'>>): readonly Problem[] {
  return [
    ...changed.map((path) => ({
      message: `${path} changed during the run, so the result is not about the current sources`,
      place: { path },
    })),
    ...written
      .filter((path) => !changed.includes(path))
      .map((path) => ({
        message: `${path} was written during the tests, so they tested what they wrote: tests must not change sources`,
        place: { path },
      })),
  ];
}
