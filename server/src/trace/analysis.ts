import type { Task } from '../documents/board/board.js';
import type { ItemTrace, RequirementTrace } from './graph.js';
import { openGaps, type WayGap } from './gaps.js';

/** How the parts of one item hang together, its tasks among them. */
export interface Analysis {
  readonly rows: readonly AnalysisRow[];
  /** Tasks that belong to no requirement, by their text. */
  readonly looseTasks: readonly string[];
  /** Ids of what belongs to no requirement. */
  readonly looseCriteria: readonly string[];
  readonly looseScenarios: readonly string[];
}

interface AnalysisRow {
  readonly requirement: string;
  readonly name: string;
  readonly level: string | null;
  readonly tasks: readonly AnalysedTask[];
  readonly criteria: readonly string[];
  /** Ids; one without by its name. */
  readonly scenarios: readonly string[];
  /** `src/cart.test.ts: keeps the cart`. */
  readonly tests: readonly string[];
  /** What is missing, by the part behind which it is. */
  readonly gaps: readonly { readonly at: string; readonly gap: WayGap | 'noTask' }[];
}

interface AnalysedTask {
  readonly text: string;
  readonly ticked: boolean;
  /** `id`: it names the requirement or a criterion of it. `words`: it uses the same words. */
  readonly by: 'id' | 'words';
}

/** @param testsAreKnown false if the source code was not read. */
export function analysisOf(item: ItemTrace, testsAreKnown: boolean): Analysis {
  const { coverage, entries } = item;
  const tasks = entries.flatMap(({ entry }) => entry.tasks);
  const owners = new Map(tasks.map((task) => [task, ownersOf(task, coverage.requirements)]));
  const open = openGaps(item, testsAreKnown);
  const rows = coverage.requirements.map((trace): AnalysisRow => {
    const { requirement, criteria, scenarios, tests } = trace;
    const own = tasks.flatMap((task): AnalysedTask[] => {
      const by = owners.get(task)?.get(trace);
      return by ? [{ text: task.text.value, ticked: task.checked, by }] : [];
    });
    const parts = [trace, ...criteria, ...scenarios];
    const gaps = parts.flatMap((part) => {
      const gap = open.get(part);
      return gap ? [{ at: labelOf(part), gap }] : [];
    });
    return {
      requirement: requirement.id,
      name: requirement.name.value,
      level: requirement.level?.value ?? null,
      tasks: own,
      criteria: criteria.map(({ criterion }) => criterion.id),
      scenarios: scenarios.map(labelOf),
      tests: tests.map(({ file, test }) => `${file.path}: ${test.name.value}`),
      gaps: [
        ...(own.length === 0 && tasks.length > 0 ? [{ at: requirement.id, gap: 'noTask' as const }] : []),
        ...gaps,
      ],
    };
  });
  const reached = new Set(coverage.requirements.flatMap(({ scenarios }) => scenarios));
  return {
    rows,
    looseTasks: tasks.filter((task) => owners.get(task)?.size === 0).map(({ text }) => text.value),
    looseCriteria: coverage.criteria
      .filter(({ requirements }) => requirements.length === 0)
      .map(({ criterion }) => criterion.id),
    looseScenarios: coverage.scenarios.filter((one) => !reached.has(one)).map(labelOf),
  };
}

function labelOf(part: Parameters<ReturnType<typeof openGaps>['get']>[0]): string {
  if ('requirement' in part) return part.requirement.id;
  if ('criterion' in part) return part.criterion.id;
  return part.scenario.id?.value ?? part.scenario.name.value;
}

/** So large a share of the words of the shorter text is no chance. */
const leastShared = 0.5;

/** The requirements of a task: those that it names, itself or by a criterion; else those whose words it uses. */
function ownersOf(
  { text }: Task,
  requirements: readonly RequirementTrace[],
): ReadonlyMap<RequirementTrace, AnalysedTask['by']> {
  const named = new Set(text.value.match(/\b(?:R|AC)\d+\b/gu));
  const byId = requirements.filter(
    ({ requirement, criteria }) =>
      named.has(requirement.id) || criteria.some(({ criterion }) => named.has(criterion.id)),
  );
  if (byId.length > 0) return new Map(byId.map((one) => [one, 'id']));
  const words = wordsOf(text.value);
  const shares = requirements.map(({ requirement, criteria }) =>
    Math.max(
      ...[requirement.name.value, ...criteria.map(({ criterion }) => criterion.name.value)].map((name) =>
        shared(words, wordsOf(name)),
      ),
    ),
  );
  const most = Math.max(leastShared, ...shares);
  return new Map(requirements.filter((_, at) => shares[at] === most).map((one) => [one, 'words']));
}

const small = new Set(
  'a an and are as at be by can does for from has have in into is it its may must no not of on one only or should so that the their then there they this to up when where which will with without add write make implement test tests'.split(
    ' ',
  ),
);

/** What a text is about: its words without the small ones, without endings. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !small.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/u, '')));
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const least = Math.min(some.size, others.size);
  return least === 0 ? 0 : [...some].filter((word) => others.has(word)).length / least;
}
