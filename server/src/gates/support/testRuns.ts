import type { TestResult } from '../../code/runners/matchResults.js';
import type { TestStatus, WantedTest } from '../../code/runners/runner.js';
import { wantedTest } from '../../code/runners/wantedTest.js';
import { excerpt } from '../../base/excerpt.js';
import type { TestTrace } from '../../trace/graph.js';
import type { GateContext } from '../condition.js';
import type { GatePlace, Outcome, Problem } from '../gate.js';
import type { Place, TestsRun } from '../lab.js';
import { lineOf, placeOf } from './places.js';

/** Tests as runners are asked for them, each once. */
export function wantedTests(tests: readonly TestTrace[]): readonly WantedTest[] {
  const wanted = tests.map(({ file, test }) => wantedTest(file, test));
  return [...new Map(wanted.map((one) => [one.id, one])).values()];
}

/** Where the folder's tests and commands run. */
export type PlaceOfFolder =
  { readonly kind: 'place'; readonly place: Place } | { readonly kind: 'unknown'; readonly outcome: Outcome };

/** In the folder itself, or in a copy of what git would commit where the project asks for that. */
export async function placeOfFolder({
  configuration,
  work,
}: Pick<GateContext, 'configuration' | 'work'>): Promise<PlaceOfFolder> {
  if (!configuration.gates.clean) return { kind: 'place', place: { kind: 'here' } };
  const answer = await work();
  if (answer.kind === 'answer') return { kind: 'place', place: { kind: 'tree', tree: answer.value.tree } };
  const next = 'Run the gate in a clone, or set `gates.clean` to false';
  return { kind: 'unknown', outcome: notRun(`cannot copy the sources: ${answer.message}`, next) };
}

/** Where a test stands, or where in its file it went wrong. */
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
