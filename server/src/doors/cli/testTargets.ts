import { type WantedTest } from '../../code/runners/runner.js';
import { wantedTest } from '../../code/runners/wantedTest.js';
import { nearestName } from '../../base/nearestName.js';
import type { ItemTrace, TestTrace, TraceGraph } from '../../trace/graph.js';
import { UsageError } from '../../base/usageError.js';

/** A criterion or scenario whose result is reported. */
export interface TestedPart {
  /** `STORY-001/AC1`. */
  readonly name: string;
  readonly title: string;
  /** The ids of its tests. */
  readonly tests: readonly string[];
  /** Whether it was asked for by its own name. */
  readonly named: boolean;
}

/** What a run is about. */
export interface TestTargets {
  readonly parts: readonly TestedPart[];
  /** Each once. */
  readonly tests: readonly WantedTest[];
}

/**
 * The tests that a command line names.
 *
 * @param names `STORY-001`, `STORY-001/AC1`, `STORY-001/TC-1`, `STORY-001/R1`; none asks for those of all items.
 * @throws UsageError for a name that nothing has.
 */
export function findTestTargets(trace: TraceGraph, names: readonly string[]): TestTargets {
  const parts: TestedPart[] = [];
  const tests = new Map<string, WantedTest>();
  const take = (some: readonly TestTrace[]): string[] => {
    const ids = some.map(({ file, test }) => {
      const wanted = wantedTest(file, test);
      if (!tests.has(wanted.id)) tests.set(wanted.id, wanted);
      return wanted.id;
    });
    return [...new Set(ids)];
  };
  const add = (item: ItemTrace, part: Part, named: boolean): void => {
    parts.push({ name: `${item.id}/${part.id}`, title: part.title, tests: take(part.tests), named });
  };
  for (const name of names.length > 0 ? names : trace.items) {
    const [id = '', partId] = name.split('/', 2);
    const item = trace.item(id);
    if (!item) throw unknown(`item ${id}`, id, trace.items);
    if (partId === undefined) {
      take(item.tests);
      for (const part of partsToReport(item)) add(item, part, false);
      continue;
    }
    const all = partsOf(item);
    const found = all.filter((part) => part.id.toUpperCase() === partId.toUpperCase());
    if (found.length === 0)
      throw unknown(
        name,
        partId,
        all.map((part) => part.id),
      );
    for (const part of found) add(item, part, true);
  }
  return { parts, tests: [...tests.values()] };
}

/** The tests of a project by their ids. */
export function testsById(trace: TraceGraph, ids: readonly string[]): ReadonlyMap<string, WantedTest> {
  const asked = new Set(ids);
  const found = new Map<string, WantedTest>();
  for (const { file, test } of trace.tests) {
    const wanted = wantedTest(file, test);
    if (asked.has(wanted.id) && !found.has(wanted.id)) found.set(wanted.id, wanted);
  }
  return found;
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly tests: readonly TestTrace[];
}

function partsOf({ coverage }: ItemTrace): Part[] {
  return [
    ...coverage.criteria.map(({ criterion: { id, name }, tests }) => ({ id, title: name.value, tests })),
    ...coverage.scenarios.map(({ scenario: { id, name }, tests }) => ({
      id: id?.value ?? name.value,
      title: id ? name.value : '',
      tests,
    })),
    ...coverage.requirements.map(({ requirement: { id, name }, tests }) => ({ id, title: name.value, tests })),
  ];
}

/** Criteria, and the scenarios that belong to none. */
function partsToReport(item: ItemTrace): Part[] {
  const reached = new Set(item.coverage.criteria.flatMap(({ scenarios }) => scenarios));
  const scenarios = item.coverage.scenarios.filter((one) => !reached.has(one));
  return partsOf({ ...item, coverage: { ...item.coverage, requirements: [], scenarios } });
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = nearestName(name, known);
  return new UsageError(
    `there is no ${what}${nearest === undefined ? '' : `; did you mean ${nearest}?`} (\`pactwright test --help\` says what can be named)`,
  );
}
