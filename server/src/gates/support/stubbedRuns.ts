import type { TestResult } from '../../code/runners/matchResults.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Evidence } from '../gate.js';
import type { TestsRun } from '../lab.js';
import { changedTests } from './newTests.js';
import { type ChangedWiring, type StubbedWork, withoutParts, withoutWirings } from './stubbedWork.js';

/** The tests, by what they came to where the work does nothing. */
export interface StubbedRuns {
  readonly evidence: readonly Evidence[];
  readonly skipped: readonly WantedTest[];
  /** Those that fail where functions return nothing. */
  readonly noticed: readonly WantedTest[];
  /** Those that fail only where they throw. */
  readonly half: readonly WantedTest[];
  /** Those that pass both times: `wired`, `deaf`, and earlier ones that the work only had to touch. */
  readonly unmoved: readonly WantedTest[];
  readonly wired: readonly WantedTest[];
  readonly deaf: readonly WantedTest[];
}

export async function runStubbed(
  context: GateContext,
  work: Work,
  tests: readonly WantedTest[],
  stubbed: StubbedWork,
): Promise<StubbedRuns> {
  const run = await runOn(context, work, tests, stubbed.neutral);
  const quiet = withStatus('passed', run, tests);
  const unmoved =
    quiet.length === 0 ? [] : withStatus('passed', await runOn(context, work, quiet, stubbed.throwing), quiet);
  const skipped = withStatus('skipped', run, tests);
  const noticed = tests.filter((test) => !quiet.includes(test) && !skipped.includes(test));
  // A test of something else that the work only had to touch is honest, as long as others notice the work.
  const touched = new Set(unmoved.length < tests.length ? changedTests(context, work).map(({ id }) => id) : []);
  const untouched = unmoved.filter(({ id }) => !touched.has(id));
  const wired = noticed.length === 0 ? [] : await wiringTests(context, work, { untouched, noticed }, stubbed);
  const what = `${run.evidence.what}, with ${count(stubbed.replaced.length, 'changed part')} replaced`;
  return {
    evidence: [{ ...run.evidence, what }],
    skipped,
    noticed,
    half: quiet.filter((test) => !unmoved.includes(test)),
    unmoved,
    wired,
    deaf: untouched.filter((test) => !wired.includes(test)),
  };
}

/**
 * Those that ask whether a file passes on what others define: they fail where it does not. They may ask for nothing of what the work
 * changed that no other test notices.
 */
async function wiringTests(
  context: GateContext,
  work: Work,
  { untouched, noticed }: Pick<StubbedRuns, 'noticed'> & { readonly untouched: readonly WantedTest[] },
  { wirings }: StubbedWork,
): Promise<readonly WantedTest[]> {
  if (untouched.length === 0 || wirings.length === 0) return [];
  const found = withStatus('failed', await runOn(context, work, untouched, withoutWirings(wirings)), untouched);
  const unnoticed: ChangedWiring[] = [];
  for (const wiring of found.length === 0 ? [] : wirings) {
    if (wiring.defined.length === 0) continue;
    const run = await runOn(context, work, noticed, withoutParts(wiring.defined));
    if (withStatus('passed', run, noticed).length === noticed.length) unnoticed.push(wiring);
  }
  if (unnoticed.length === 0) return found;
  return withStatus('passed', await runOn(context, work, found, withoutWirings(unnoticed)), found);
}

/** What is wrong with tests says as much the next time. */
const always = (): boolean => true;

function runOn(
  { lab }: GateContext,
  { tree }: Work,
  tests: readonly WantedTest[],
  overlay: StubbedWork['neutral'],
): Promise<TestsRun> {
  return lab.runTests(tests, { kind: 'tree', tree, overlay }, { isSettled: always });
}

function withStatus(
  status: TestResult['status'],
  { results }: TestsRun,
  tests: readonly WantedTest[],
): readonly WantedTest[] {
  return tests.filter(({ id }) => results.get(id)?.status === status);
}
