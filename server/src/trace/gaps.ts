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
  readonly requirement: (trace: RequirementTrace) => readonly Gap[];
  readonly criterion: (trace: CriterionTrace) => readonly Gap[];
  readonly scenario: (trace: ScenarioTrace) => readonly Gap[];
  readonly dependency: (trace: DependencyTrace) => readonly Gap[];
  readonly file: (trace: FileTrace) => readonly Gap[];
}

const none: readonly Gap[] = [];

/**
 * Finds the gaps of an item, as the matrix does: a requirement that neither criterion nor scenario cites (not a MAY, none that
 * was put off); a criterion without scenario; a scenario without test. Besides: a scenario that cites what the spec does not
 * have; a dependency that is no item; a file that a Done item's spec names and that is not there.
 */
export function itemGaps({ code }: Pick<Project, 'code'>, { spec, stage }: ItemTrace): ItemGaps {
  const known = spec && new Set([...spec.model.requirements.map(({ id }) => id), ...criterionIds(spec)]);
  const over = stage === 'done' || stage === 'archived';
  return {
    requirement: ({ requirement, criteria, scenarios, deferrals }) =>
      criteria.length + scenarios.length + deferrals.length === 0 && requirement.level?.value !== 'MAY'
        ? ['noCriterion']
        : none,
    criterion: ({ scenarios }) => (scenarios.length > 0 ? none : ['noScenario']),
    scenario: ({ scenario, tests }) => [
      ...(code && tests.length === 0 ? (['noTest'] as const) : []),
      ...(known && scenario.cites.some(({ value }) => !known.has(value)) ? (['unknownId'] as const) : []),
    ],
    dependency: ({ stage: there }) => (there === undefined ? ['noItem'] : none),
    file: ({ there }) => (over && there === false ? ['noFile'] : none),
  };
}
