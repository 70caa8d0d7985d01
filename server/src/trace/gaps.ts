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
import { isOwed, owedCriteria, running } from './obligations.js';
import { none } from '../base/same.js';

/** Where a way from a requirement to its tests breaks off. `skipped`: its tests do not run. */
export type WayGap = 'noCriterion' | 'noScenario' | 'noTest' | 'skipped';

/** Where the way from an item to its tests breaks off, or leads to something that is not there. */
export type Gap = WayGap | 'unknownId' | 'noFile' | 'noItem';

/** Something of an item from which a way goes on to its tests. */
export type WayPart = RequirementTrace | CriterionTrace | ScenarioTrace;

/** Where the ways of one item break off: the part behind which something is missing, and what. In the order of the documents. */
export type OpenGaps = ReadonlyMap<WayPart, WayGap>;

/**
 * The gaps between the requirements of an item and its tests: what views count, the matrix lists, and the gate asks to be closed. A
 * requirement that has to be shown now and that nothing cites; such a criterion without scenario; a scenario of these, or of nothing
 * else, without a test that runs. A test that names the part itself closes its gap; of a criterion only if no scenario of the item
 * names any.
 *
 * @param testsAreKnown false if the source code was not read: no test is missing then.
 */
export function openGaps({ coverage }: Pick<ItemTrace, 'coverage'>, testsAreKnown: boolean): OpenGaps {
  const gaps = new Map<WayPart, WayGap>();
  const { scenarios } = coverage;
  const isByScenario = scenarios.some(({ scenario }) => scenario.cites.some(({ value }) => value.startsWith('AC')));
  const requirements = coverage.requirements.filter(isOwed);
  const criteria = owedCriteria({ coverage });
  for (const one of requirements)
    if (one.criteria.length + one.scenarios.length === 0 && running(one.tests).length === 0)
      gaps.set(one, 'noCriterion');
  for (const one of criteria)
    if (one.scenarios.length === 0 && (isByScenario || running(one.tests).length === 0)) gaps.set(one, 'noScenario');
  if (!testsAreKnown) return gaps;
  const wanted = new Set([...criteria, ...requirements].flatMap((one) => one.scenarios));
  const reached = new Set([...coverage.criteria, ...coverage.requirements].flatMap((one) => one.scenarios));
  for (const one of scenarios)
    if ((wanted.has(one) || !reached.has(one)) && running(one.tests).length === 0)
      gaps.set(one, one.tests.length === 0 ? 'noTest' : 'skipped');
  return gaps;
}

/** The gaps of one item, each at what it is missing from. What a project does not tell (its tests, say) is no gap. */
export interface ItemGaps {
  readonly requirement: (trace: RequirementTrace) => readonly Gap[];
  readonly criterion: (trace: CriterionTrace) => readonly Gap[];
  readonly scenario: (trace: ScenarioTrace) => readonly Gap[];
  readonly test: (trace: TestTrace) => readonly Gap[];
  readonly dependency: (trace: DependencyTrace) => readonly Gap[];
  readonly file: (trace: FileTrace) => readonly Gap[];
}

/**
 * Finds the gaps of an item: those of the ways from its requirements to its tests, as in the matrix. Besides: a scenario that
 * cites what the spec does not have; a dependency that is no item; a file that a Done item's spec names and that is not there.
 */
export function itemGaps({ code }: Pick<Project, 'code'>, item: ItemTrace): ItemGaps {
  const { spec, stage } = item;
  const known = spec && new Set([...spec.model.requirements.map(({ id }) => id), ...criterionIds(spec)]);
  const over = stage === 'done' || stage === 'archived';
  const open = openGaps(item, code !== undefined);
  const gapsOf = (part: WayPart): readonly Gap[] => {
    const gap = open.get(part);
    return gap ? [gap] : none;
  };
  return {
    requirement: gapsOf,
    criterion: gapsOf,
    scenario: (trace) => [
      ...gapsOf(trace),
      ...(known && trace.scenario.cites.some(({ value }) => !known.has(value)) ? (['unknownId'] as const) : []),
    ],
    test: ({ test }) => (test.skipped ? ['skipped'] : none),
    dependency: ({ stage: there }) => (there === undefined ? ['noItem'] : none),
    file: ({ there }) => (over && there === false ? ['noFile'] : none),
  };
}
