import type { Span } from '../markdown/span.js';
import type { TextFile } from '../markdown/textFile.js';
import type {
  CriterionTrace,
  ItemTrace,
  RequirementTrace,
  ScenarioTrace,
  Stage,
  TestTrace,
  TraceGraph,
} from './graph.js';
import { type OpenGaps, openGaps, type WayGap } from './gaps.js';
import { itemTitle } from './itemTitle.js';
import { running } from './obligations.js';
import { none } from '../base/same.js';

/** An item's requirements, criteria, scenarios and tests in rows. */
export interface MatrixItem<C extends MatrixCell = MatrixCell> {
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
  readonly rows: readonly MatrixRow<C>[];
  /** How many there are; a row that is one of several ways to the same gap has it, too. */
  readonly gaps: number;
}

/** One way from a requirement to its tests, as far as it goes. */
export interface MatrixRow<C extends MatrixCell = MatrixCell> {
  readonly requirement?: C;
  readonly criterion?: C;
  readonly scenario?: C;
  readonly tests: readonly C[];
  /** `missing` where there is a gap; `deferred` if there is none because a note defers the requirement. */
  readonly state: 'ok' | 'missing' | 'deferred';
  readonly gap?: WayGap;
}

export interface MatrixCell {
  /** `R1`, `AC2`, `TC-3`; of a test its file. */
  readonly label: string;
  readonly text: string;
}

export interface PlacedCell extends MatrixCell {
  readonly file: TextFile;
  readonly span: Span;
}

/** What a gap is called in exports. */
export const gapWords: Readonly<Record<WayGap, string>> = {
  noCriterion: 'no criterion',
  noScenario: 'no scenario',
  noTest: 'no test',
  skipped: 'tests are skipped',
};

export interface MatrixOptions {
  /** Only this item; an unknown one makes an empty matrix. */
  readonly item?: string | undefined;
  /** Only the rows that miss something, and the items with such rows. */
  readonly gaps?: boolean | undefined;
}

/** The matrix of a project's items that have anything to show. */
export function createMatrix(graph: TraceGraph, options: MatrixOptions = {}): readonly MatrixItem<PlacedCell>[] {
  return chooseItems(graph, options, (item) => matrixItem(item, graph.project.code !== undefined));
}

/** The same of items made elsewhere, too. @param make makes an item with all of its rows. */
export function chooseItems<C extends MatrixCell>(
  graph: TraceGraph,
  { item: only, gaps = false }: MatrixOptions,
  make: (item: ItemTrace) => MatrixItem<C>,
): readonly MatrixItem<C>[] {
  const ids = only === undefined ? graph.items : [only];
  return ids.flatMap((id): readonly MatrixItem<C>[] => {
    const item = graph.item(id);
    if (!item) return [];
    const made = make(item);
    const rows = gaps ? made.rows.filter(({ state }) => state === 'missing') : made.rows;
    return rows.length === 0 ? [] : [{ ...made, rows }];
  });
}

/** @param isCodeRead where it was not, no test is missing. */
export function matrixItem(item: ItemTrace, isCodeRead: boolean): MatrixItem<PlacedCell> {
  const open = openGaps(item, isCodeRead);
  const { id, stage } = item;
  return { id, title: itemTitle(item) ?? '', stage, rows: rowsOf(item, open), gaps: open.size };
}

function rowsOf({ coverage, tests, spec }: ItemTrace, gaps: OpenGaps): readonly MatrixRow<PlacedCell>[] {
  const rows: MatrixRow<PlacedCell>[] = [];
  const add = (
    requirement: RequirementTrace | undefined,
    criterion: CriterionTrace | undefined,
    scenario: ScenarioTrace | undefined,
  ): void => {
    const last = scenario ?? criterion ?? requirement;
    const own = last?.tests ?? none;
    const gap = last && gaps.get(last);
    const isDeferred = !gap && running(own).length === 0 && (requirement?.deferrals.length ?? 0) > 0;
    rows.push({
      ...(requirement && spec ? { requirement: partCell(spec, requirement.requirement) } : {}),
      ...(criterion && spec ? { criterion: partCell(spec, criterion.criterion) } : {}),
      ...(scenario ? { scenario: scenarioCell(scenario) } : {}),
      tests: own.map(testCell),
      state: gap ? 'missing' : isDeferred ? 'deferred' : 'ok',
      ...(gap ? { gap } : {}),
    });
  };
  const addCriterion = (requirement: RequirementTrace | undefined, criterion: CriterionTrace): void => {
    for (const scenario of criterion.scenarios) add(requirement, criterion, scenario);
    if (criterion.scenarios.length === 0) add(requirement, criterion, undefined);
  };
  for (const requirement of coverage.requirements) {
    const { criteria, scenarios } = requirement;
    for (const criterion of criteria) addCriterion(requirement, criterion);
    const shown = new Set(criteria.flatMap((criterion) => criterion.scenarios));
    for (const scenario of scenarios) if (!shown.has(scenario)) add(requirement, undefined, scenario);
    if (criteria.length + scenarios.length === 0) add(requirement, undefined, undefined);
  }
  const withRequirement = new Set(coverage.requirements.flatMap(({ criteria }) => criteria));
  for (const criterion of coverage.criteria) if (!withRequirement.has(criterion)) addCriterion(undefined, criterion);
  const reached = new Set([...coverage.requirements, ...coverage.criteria].flatMap(({ scenarios }) => scenarios));
  for (const scenario of coverage.scenarios) if (!reached.has(scenario)) add(undefined, undefined, scenario);
  const named = new Set(
    [...coverage.requirements, ...coverage.criteria, ...coverage.scenarios].flatMap((trace) => trace.tests),
  );
  const loose = tests.filter((test) => !named.has(test));
  if (loose.length > 0) rows.push({ tests: loose.map(testCell), state: 'ok' });
  return rows;
}

function partCell(
  file: TextFile,
  { id, idSpan, name }: RequirementTrace['requirement'] | CriterionTrace['criterion'],
): PlacedCell {
  return { label: id, text: name.value, file, span: idSpan };
}

function scenarioCell({ document, scenario: { id, name, headingSpan } }: ScenarioTrace): PlacedCell {
  return { label: id?.value ?? '', text: name.value, file: document, span: id?.span ?? headingSpan };
}

function testCell({ file, test }: TestTrace): PlacedCell {
  const suites = test.suites.map(({ name }) => name.value);
  return { label: file.path, text: [...suites, test.name.value].join(' › '), file, span: test.name.span };
}
