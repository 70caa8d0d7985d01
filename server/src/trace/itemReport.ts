import { type Tally, tallyTasks } from '../documents/board/entryParts.js';
import type { TextFile } from '../markdown/textFile.js';
import type { ItemTrace, RequirementTrace, Stage, TestTrace, TraceGraph } from './graph.js';
import { itemTitle } from './itemTitle.js';
import { openGaps, type WayGap, type WayPart } from './gaps.js';

/** An item with all that can be followed from it, as plain data for programs. Lines count from 1. */
export interface ItemReport {
  readonly id: string;
  readonly title: string | null;
  readonly stage: Stage;
  /** The spec's Status, as written. */
  readonly status: string | null;
  readonly spec: string | null;
  readonly testCases: readonly string[];
  readonly tasks: Tally;
  readonly requirements: readonly (PartReport & {
    readonly level: string | null;
    readonly criteria: readonly string[];
    readonly deferred: boolean;
  })[];
  readonly criteria: readonly (PartReport & { readonly requirements: readonly string[] })[];
  readonly scenarios: readonly (Omit<PartReport, 'scenarios' | 'id'> & {
    readonly id: string | null;
    readonly path: string;
    readonly cites: readonly string[];
  })[];
  readonly tests: readonly TestReport[];
  readonly dependsOn: readonly { readonly id: string; readonly stage: Stage | null }[];
  readonly dependents: readonly string[];
  /** `there` is null if that is not known. */
  readonly files: readonly { readonly path: string; readonly place: string; readonly there: boolean | null }[];
  readonly commits: readonly { readonly hash: string; readonly at: string; readonly subject: string }[];
  readonly branches: readonly string[];
  readonly worktrees: readonly string[];
  readonly gaps: readonly GapReport[];
}

interface PartReport {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  /** Ids; a scenario without one by its name. */
  readonly scenarios: readonly string[];
  readonly tests: readonly string[];
}

interface TestReport {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly ids: readonly string[];
  readonly skipped: boolean;
}

interface GapReport {
  /** The last of requirement, criterion and scenario that the way leads to: what is missing is behind it. */
  readonly at: string;
  readonly gap: WayGap;
}

/** @returns undefined if there is no such item. */
export function itemReport(graph: TraceGraph, id: string): ItemReport | undefined {
  const item = graph.item(id);
  if (!item) return undefined;
  const { spec, entries, coverage } = item;
  const tasks = entries.flatMap(({ entry }) => entry.tasks);
  const part = (
    { id: own, name, idSpan }: RequirementTrace['requirement'],
    { scenarios, tests }: Pick<RequirementTrace, 'scenarios' | 'tests'>,
  ): PartReport => ({
    id: own,
    name: name.value,
    line: spec ? lineOf(spec, idSpan.start) : 1,
    scenarios: scenarios.map(({ scenario }) => scenario.id?.value ?? scenario.name.value),
    tests: tests.map(testName),
  });
  return {
    id,
    title: itemTitle(item) ?? null,
    stage: item.stage,
    status: (spec && spec.facts.status?.value) ?? null,
    spec: spec?.path ?? null,
    testCases: item.testCases.map(({ path }) => path),
    tasks: tallyTasks(tasks),
    requirements: coverage.requirements.map((trace) => ({
      ...part(trace.requirement, trace),
      level: trace.requirement.level?.value ?? null,
      criteria: trace.criteria.map(({ criterion }) => criterion.id),
      deferred: trace.deferrals.length > 0,
    })),
    criteria: coverage.criteria.map((trace) => ({
      ...part(trace.criterion, trace),
      requirements: trace.requirements,
    })),
    scenarios: coverage.scenarios.map(({ document, scenario, tests }) => ({
      id: scenario.id?.value ?? null,
      name: scenario.name.value,
      path: document.path,
      line: lineOf(document, scenario.headingSpan.start),
      cites: scenario.cites.map(({ value }) => value),
      tests: tests.map(testName),
    })),
    tests: item.tests.map((trace) => testReport(item, trace)),
    dependsOn: item.dependsOn.map(({ id: own, stage }) => ({ id: own, stage: stage ?? null })),
    dependents: graph.dependentsOf(id),
    files: item.files.map(({ named, place, there }) => ({ path: named.value, place, there: there ?? null })),
    commits: item.commits.map(({ hash, at, subject }) => ({ hash, at: new Date(at).toISOString(), subject })),
    branches: item.branches.map(({ name, remote }) => (remote === undefined ? name : `${remote}/${name}`)),
    worktrees: item.worktrees.map(({ path }) => path),
    gaps: Array.from(openGaps(item, graph.project.code !== undefined), ([part, gap]) => ({ at: labelOf(part), gap })),
  };
}

/** By its id; a scenario without one by its name. */
function labelOf(part: WayPart): string {
  if ('requirement' in part) return part.requirement.id;
  if ('criterion' in part) return part.criterion.id;
  return part.scenario.id?.value ?? part.scenario.name.value;
}

function testReport({ id }: ItemTrace, { file, test, items }: TestTrace): TestReport {
  const mention = items.find(({ item }) => item === id);
  return {
    path: file.path,
    line: lineOf(file, test.name.span.start),
    name: test.name.value,
    ids: (mention?.ids ?? []).map(({ value }) => value),
    skipped: test.skipped,
  };
}

/** `src/cart.test.ts: keeps the cart`. */
function testName({ file, test }: TestTrace): string {
  return `${file.path}: ${test.name.value}`;
}

function lineOf(file: TextFile, offset: number): number {
  return file.lines.positionAt(offset).line + 1;
}
