import type {
  CriterionTrace,
  DependencyTrace,
  FileTrace,
  ItemTrace,
  RequirementTrace,
  ScenarioTrace,
} from './graph.js';
import { criterionIds } from './coverage.js';
import type { Project } from '../workspace/project.js';

/** Where the way from an item to its tests breaks off, or leads to something that is not there. */
export type Gap = 'noCriterion' | 'noScenario' | 'noTest' | 'unknownId' | 'noFile' | 'noItem';

/** The gaps of one item, each at what it is missing from. What a project does not tell (its tests, say) is no gap. */
export interface ItemGaps {
  /** How many there are altogether. */
  readonly count: number;
  readonly requirement: (trace: RequirementTrace) => readonly Gap[];
  readonly criterion: (trace: CriterionTrace) => readonly Gap[];
  readonly scenario: (trace: ScenarioTrace) => readonly Gap[];
  readonly dependency: (trace: DependencyTrace) => readonly Gap[];
  readonly file: (trace: FileTrace) => readonly Gap[];
}

const none: readonly Gap[] = [];

/**
 * Finds the gaps of an item:
 * a requirement that neither criterion nor scenario cites (not a MAY, none that was put off, and only where the project's
 * criteria cite requirements); a criterion without scenario, or with neither scenario nor test; a scenario without test, or
 * that cites what the spec does not have; a dependency that is no item; a file that a Done item's spec names and that is not there.
 */
export function itemGaps(project: Pick<Project, 'habits' | 'code'>, item: ItemTrace): ItemGaps {
  const { coverage, spec, stage } = item;
  const testsAreKnown = project.code !== undefined;
  const known = spec && new Set([...spec.model.requirements.map(({ id }) => id), ...criterionIds(spec)]);
  const over = stage === 'done' || stage === 'archived';

  const gaps: Omit<ItemGaps, 'count'> = {
    requirement: ({ requirement, criteria, scenarios, deferrals }) =>
      project.habits.citedRequirements &&
      criteria.length + scenarios.length + deferrals.length === 0 &&
      requirement.level?.value !== 'MAY'
        ? ['noCriterion']
        : none,
    criterion: ({ scenarios, tests }) =>
      scenarios.length > 0 ? none : testsAreKnown && tests.length === 0 ? ['noScenario', 'noTest'] : ['noScenario'],
    scenario: ({ scenario, tests }) => [
      ...(testsAreKnown && tests.length === 0 ? (['noTest'] as const) : []),
      ...(known && scenario.cites.some(({ value }) => !known.has(value)) ? (['unknownId'] as const) : []),
    ],
    dependency: ({ stage: there }) => (there === undefined ? ['noItem'] : none),
    file: ({ there }) => (over && there === false ? ['noFile'] : none),
  };

  const all = [
    ...coverage.requirements.map(gaps.requirement),
    ...coverage.criteria.map(gaps.criterion),
    ...coverage.scenarios.map(gaps.scenario),
    ...item.dependsOn.map(gaps.dependency),
    ...item.files.map(gaps.file),
  ];
  return { count: all.filter(({ length }) => length > 0).length, ...gaps };
}
