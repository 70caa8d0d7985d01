import type { Project } from '../workspace/project.js';
import { criterionIds } from '../documents/spec/criterionKey.js';
import type {
  CriterionTrace,
  DependencyTrace,
  FileTrace,
  ItemTrace,
  RequirementTrace,
  ScenarioTrace,
  TestTrace,
} from './graph.js';
import { none } from '../base/same.js';

/** Where a way from a requirement to its tests breaks off. `skipped`: its tests do not run. */
export type WayGap = 'noCriterion' | 'noScenario' | 'noTest' | 'skipped';

/** Where the way from an item to its tests breaks off, or leads to something that is not there. */
export type Gap = WayGap | 'unknownId' | 'noFile' | 'noItem';

/** One way from a requirement to its tests, as far as it goes; some begin at a criterion or at a scenario. */
export interface Way {
  readonly requirement?: RequirementTrace | undefined;
  readonly criterion?: CriterionTrace | undefined;
  readonly scenario?: ScenarioTrace | undefined;
}

/**
 * Where a way that goes no further breaks off: at a requirement (not a MAY) that neither criterion nor scenario cites, at a
 * criterion without scenario, at a scenario without test or with skipped tests only.
 *
 * @param testsAreKnown false where the source code was not read: no test is missing then.
 */
export function gapOf({ requirement, criterion, scenario }: Way, testsAreKnown: boolean): WayGap | undefined {
  if (scenario) return testsAreKnown ? testGap(scenario.tests) : undefined;
  if (criterion) return 'noScenario';
  return requirement?.requirement.level?.value === 'MAY' ? undefined : 'noCriterion';
}

function testGap(tests: readonly TestTrace[]): WayGap | undefined {
  if (tests.length === 0) return 'noTest';
  return tests.every(({ test }) => test.skipped) ? 'skipped' : undefined;
}

/** Whether a note in the code puts off the requirement that a way begins at, so that what is missing is no gap. */
export function isPutOff({ requirement }: Way): boolean {
  return (requirement?.deferrals.length ?? 0) > 0;
}

/** The gaps of one item, each at what it is missing from. What a project does not tell (its tests, say) is no gap. */
export interface ItemGaps {
  readonly requirement: (trace: RequirementTrace) => readonly Gap[];
  /** @param under the requirement by which one came here. */
  readonly criterion: (trace: CriterionTrace, under?: RequirementTrace) => readonly Gap[];
  /** @param under the requirement by which one came here. */
  readonly scenario: (trace: ScenarioTrace, under?: RequirementTrace) => readonly Gap[];
  readonly test: (trace: TestTrace) => readonly Gap[];
  readonly dependency: (trace: DependencyTrace) => readonly Gap[];
  readonly file: (trace: FileTrace) => readonly Gap[];
}

/**
 * Finds the gaps of an item: those of the ways from its requirements to its tests, as in the matrix. Besides: a scenario that
 * cites what the spec does not have; a dependency that is no item; a file that a Done item's spec names and that is not there.
 */
export function itemGaps({ code }: Pick<Project, 'code'>, { spec, stage }: ItemTrace): ItemGaps {
  const known = spec && new Set([...spec.model.requirements.map(({ id }) => id), ...criterionIds(spec)]);
  const over = stage === 'done' || stage === 'archived';
  const gapsOf = (way: Way): readonly Gap[] => {
    const gap = isPutOff(way) ? undefined : gapOf(way, code !== undefined);
    return gap ? [gap] : none;
  };
  return {
    requirement: (trace) =>
      trace.criteria.length + trace.scenarios.length > 0 ? none : gapsOf({ requirement: trace }),
    criterion: (trace, under) => (trace.scenarios.length > 0 ? none : gapsOf({ requirement: under, criterion: trace })),
    scenario: (trace, under) => [
      ...gapsOf({ requirement: under, scenario: trace }),
      ...(known && trace.scenario.cites.some(({ value }) => !known.has(value)) ? (['unknownId'] as const) : []),
    ],
    test: ({ test }) => (test.skipped ? ['skipped'] : none),
    dependency: ({ stage: there }) => (there === undefined ? ['noItem'] : none),
    file: ({ there }) => (over && there === false ? ['noFile'] : none),
  };
}
