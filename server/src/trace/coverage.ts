import { criterionKey } from '../documents/spec/criterionKey.js';
import { scenarioKey } from '../documents/testCase/scenarioIds.js';
import type { Scenario } from '../documents/testCase/testCase.js';
import { deferredRequirements } from './deferrals.js';
import type {
  Coverage,
  CriterionTrace,
  DeferralTrace,
  ItemTrace,
  RequirementTrace,
  ScenarioTrace,
  TestTrace,
} from './graph.js';
import { addTo, collect, none } from '../base/same.js';

export interface CoverageSources extends Pick<ItemTrace, 'id' | 'testCases' | 'tests'> {
  readonly spec?: ItemTrace['spec'] | undefined;
  readonly deferrals: readonly DeferralTrace[];
}

/** How an item's requirements, criteria, scenarios and tests hang together. */
export function createCoverage({ id: item, spec, testCases, tests, deferrals }: CoverageSources): Coverage {
  const testsOf = testsById(item, tests);
  const keyOf = criterionKey(spec?.model.criteria ?? none);

  const scenarios = collect(testCases, (document) =>
    document.model.scenarios.map((scenario): ScenarioTrace => {
      const ids = (): readonly string[] => [...scenarioIds(scenario), ...criteriaCited(scenario)];
      return { document, scenario, tests: gather(tests, testsOf, ids) };
    }),
  );
  const scenariosCiting = new Map<string, ScenarioTrace[]>();
  for (const trace of scenarios) for (const { value } of trace.scenario.cites) addTo(scenariosCiting, value, trace);
  const idsOf = (some: readonly ScenarioTrace[]): readonly string[] =>
    collect(some, ({ scenario }) => scenarioIds(scenario));

  const criteria = (spec?.model.criteria ?? none).map((criterion): CriterionTrace => {
    const key = keyOf(criterion);
    const own = distinct(scenariosCiting.get(key) ?? none);
    return {
      criterion,
      requirements: distinct(criterion.cites.map(({ value }) => value)),
      scenarios: own,
      tests: gather(tests, testsOf, () => [key, ...idsOf(own)]),
    };
  });
  const isOfSpec = new Set(criteria.map(({ criterion }) => keyOf(criterion)));
  /** Criteria that only scenarios name, as the spec lacks them: a test that names one shows what its scenario does. */
  const strayCriteria = (some: readonly ScenarioTrace[]): readonly string[] =>
    collect(some, ({ scenario }) => criteriaCited(scenario)).filter((id) => !isOfSpec.has(id));
  const criteriaCiting = new Map<string, CriterionTrace[]>();
  for (const trace of criteria) for (const id of trace.requirements) addTo(criteriaCiting, id, trace);

  const requirements = (spec?.model.requirements ?? none).map((requirement): RequirementTrace => {
    const { id } = requirement;
    const own = criteriaCiting.get(id) ?? none;
    const reached = new Set(scenariosCiting.get(id));
    for (const criterion of own) for (const scenario of criterion.scenarios) reached.add(scenario);
    const all = scenarios.filter((scenario) => reached.has(scenario));
    return {
      requirement,
      criteria: own,
      scenarios: all,
      tests: gather(tests, testsOf, () => [
        id,
        ...own.map(({ criterion }) => keyOf(criterion)),
        ...idsOf(all),
        ...strayCriteria(all),
      ]),
      deferrals: deferrals.filter(({ deferral }) => deferredRequirements(deferral).includes(id)),
    };
  });
  return { requirements, criteria, scenarios };
}

function criteriaCited({ cites }: Pick<Scenario, 'cites'>): readonly string[] {
  return cites.map(({ value }) => value).filter((id) => id.startsWith('AC'));
}

/** The ids by which tests may call a scenario: its own, or that of its heading, without leading zeros. */
export function scenarioIds({ id, group }: Pick<Scenario, 'id' | 'group'>): readonly string[] {
  const keys = [id, group?.id].map((one) => one && scenarioKey(one.value));
  return distinct(keys.flatMap((key) => (key === undefined ? [] : [`TC-${key}`])));
}

function testsById(item: string, tests: readonly TestTrace[]): ReadonlyMap<string, readonly TestTrace[]> {
  const byId = new Map<string, TestTrace[]>();
  for (const test of tests)
    for (const mention of test.items)
      if (mention.item === item) for (const { value } of mention.ids) addTo(byId, value, test);
  return byId;
}

/** The tests that name one of the ids, in their own order. If no test names any, the ids are not needed. */
function gather(
  tests: readonly TestTrace[],
  byId: ReadonlyMap<string, readonly TestTrace[]>,
  ids: () => readonly string[],
): readonly TestTrace[] {
  if (byId.size === 0) return none;
  const lists = distinct(ids()).flatMap((id) => byId.get(id) ?? []);
  if (lists.length < 2) return lists;
  const found = new Set(lists);
  return tests.filter((test) => found.has(test));
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return values.length < 2 ? values : [...new Set(values)];
}
