import { groupBy } from '../../base/groupBy.js';
import type { TestResult } from '../../code/runners/matchResults.js';
import { languageOf } from '../../code/languageOf.js';
import type { WantedTest } from '../../code/runners/runner.js';
import type { Place, RunOptions, TestsRun } from '../../gates/lab.js';
import { count } from '../../base/count.js';
import { runTests } from '../testRuns/runTests.js';
import { keptTests, readKeptTests } from './keptRuns.js';
import type { LabBench } from './labBench.js';
import { inPlace } from './places.js';
import { changedMeanwhile, keyOf, keptRun } from './runRecords.js';
import { watchFiles } from './writtenFiles.js';

type Results = ReadonlyMap<string, TestResult>;

/** As {@link Lab.runTests}. */
export async function runWantedTests(
  bench: LabBench,
  tests: readonly WantedTest[],
  place: Place,
  { isSettled = noneErrored, timeLimit, watched, world }: RunOptions = {},
): Promise<TestsRun> {
  const { signal, onProgress } = bench;
  const wanted = [...new Map(tests.map((test) => [test.id, test])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const before = await bench.sources.before();
  const key = await keyOf(
    bench,
    'tests',
    wanted.map(({ id }) => id),
    place,
    before,
    world,
  );
  const what = `${count(wanted.length, 'test')} of ${placesOf(wanted)}`;
  const around = before.kind === 'answer' ? { commit: before.value.head, tree: treeOf(place, before.value.tree) } : {};
  const known = keptRun(bench, key, readKeptTests);
  if (known)
    return {
      results: known.value.results,
      changed: [],
      written: [],
      evidence: { what, ...around, at: known.at, command: known.value.command, record: known.record, reused: true },
    };

  onProgress(`running ${what}${place.kind === 'tree' ? ' in a copy' : ''}`);
  const limit = limitOf(bench, wanted, place, timeLimit);
  const at = bench.machine.clock();
  // What they do to the sources of another time is no sign: what those are made by may be of now.
  const isOfNow =
    place.kind === 'here' || (before.kind === 'answer' && [before.value.tree, before.value.head].includes(place.tree));
  const product = watched ?? (isOfNow ? await bench.sources.product() : []);
  const ran = await inPlace(bench.machine, place, bench, (prepared) =>
    watchFiles(bench.machine, prepared.root, product, () =>
      runTests({
        ...bench,
        ...prepared,
        env: { ...prepared.env, ...world?.variables },
        order: world?.order ?? 'usual',
        timeLimit: limit,
        tests: wanted,
        onEvent: () => undefined,
      }),
    ),
  );
  signal.throwIfAborted();
  if (ran.kind !== 'answer') {
    const message = `did not run: cannot copy the sources: ${ran.message}`;
    const results = wanted.map(({ id }): [string, TestResult] => [id, { id, status: 'errored', message }]);
    return { results: new Map(results), changed: [], written: [], evidence: { what, ...around, at } };
  }
  const { written } = ran.value;
  const { results, commands } = ran.value.value;
  const command = commands.flatMap(({ words }) => (words ? [words] : []))[0] ?? [];
  onProgress(`${what}: ${outcome(results)}`);
  const meanwhile = await changedMeanwhile(bench, place, before);
  const toTheirEnd = commands.length > 0 && commands.every(({ toItsEnd }) => toItsEnd || limit < bench.timeLimit);
  const isKept = key !== undefined && meanwhile.same && written.length === 0 && toTheirEnd && isSettled(results);
  const record = isKept ? await bench.keep(key, keptTests(results, command)) : undefined;
  const took = bench.machine.clock() - at;
  if (!isOfChanged(place)) bench.took(place.kind, took);
  return {
    results,
    changed: meanwhile.changed,
    written,
    took,
    evidence: {
      what,
      ...around,
      at,
      ...(command.length > 0 ? { command } : {}),
      ...(record === undefined ? {} : { record }),
    },
  };
}

function isOfChanged(place: Place): boolean {
  return place.kind === 'tree' && place.overlay !== undefined;
}

/** Their tests do not run before all is compiled. */
const built: ReadonlySet<string | undefined> = new Set(['rust', 'go', 'java', 'csharp']);

/** How long a process may take, in milliseconds. */
function limitOf(bench: LabBench, wanted: readonly WantedTest[], place: Place, asked: number | undefined): number {
  if (asked !== undefined || !isOfChanged(place)) return Math.min(bench.timeLimit, asked ?? Infinity);
  const isBuilt = wanted.some(({ file }) => built.has(languageOf(file.path)));
  return Math.min(bench.timeLimit, bench.timeLimitOfChanged(isBuilt));
}

/** What keeps a test from running is mostly not in the sources. */
function noneErrored(results: Results): boolean {
  return [...results.values()].every(({ status }) => status !== 'errored');
}

function treeOf(place: Place, here: string): string {
  return place.kind === 'here' ? here : place.tree;
}

/** The one file, or how many there are. */
function placesOf(tests: readonly WantedTest[]): string {
  const files = [...groupBy(tests, ({ file }) => file.path).keys()];
  return files.length === 1 ? (files[0] ?? '') : count(files.length, 'file');
}

function outcome(results: Results): string {
  const groups = groupBy([...results.values()], ({ status }) => status);
  return [...groups].map(([status, some]) => `${some.length} ${status}`).join(', ');
}
