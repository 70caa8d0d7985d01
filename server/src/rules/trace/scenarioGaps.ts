import type { ItemTrace, CriterionTrace, RequirementTrace } from '../../trace/graph.js';
import { memoFor } from '../../base/memo.js';
import { none } from '../../base/same.js';
import { criterionIds } from '../../documents/spec/criterionKey.js';
import { isMandatory } from '../../documents/spec/requirementLevel.js';

/** What of a spec no scenario shows; each part is in one of the lists only, so that one fact is one finding. */
export interface ScenarioGaps {
  /**
   * `missing`: there is no scenario at all. `unlinked`: the scenarios name neither requirement nor criterion. Else the lists tell.
   */
  readonly scenarios: 'missing' | 'unlinked' | 'linked';
  /** Requirements that MUST be met. */
  readonly musts: readonly RequirementTrace[];
  /** Requirements that SHOULD be met and were not put off. */
  readonly shoulds: readonly RequirementTrace[];
  /** Criteria of none of those; none if the scenarios name requirements only. */
  readonly criteria: readonly CriterionTrace[];
}

export const scenarioGaps = memoFor((item: ItemTrace): ScenarioGaps => {
  if (isAllShown(item)) return noGaps;
  const { coverage } = item;
  const { scenarios } = coverage;
  // Of requirements with one id all are shown or none.
  const uncovered = once(coverage.requirements.filter((trace) => trace.scenarios.length === 0));
  const musts = uncovered.filter(({ requirement }) => isMandatory(requirement));
  const soft = uncovered.filter(({ requirement }) => isRecommended(requirement));
  const spoken = new Set([...musts, ...soft].map(({ requirement }) => requirement.id));
  const linked = scenarios.some(({ scenario }) => scenario.cites.length > 0);
  const byCriterion = scenarios.some(({ scenario }) => scenario.cites.some(({ value }) => value.startsWith('AC')));
  return {
    scenarios: scenarios.length === 0 ? 'missing' : linked ? 'linked' : 'unlinked',
    musts,
    shoulds: soft.filter(({ deferrals }) => deferrals.length === 0),
    criteria: byCriterion
      ? coverage.criteria.filter(
          (trace) => trace.scenarios.length === 0 && !trace.requirements.some((id) => spoken.has(id)),
        )
      : [],
  };
});

const noGaps: ScenarioGaps = { scenarios: 'linked', musts: none, shoulds: none, criteria: none };

/** Whether scenarios name each criterion, and each requirement or a criterion that cites it; that is known without the item's coverage. */
function isAllShown({ spec, testCases }: ItemTrace): boolean {
  const shown = new Set<string>();
  for (const { model } of testCases)
    for (const { cites } of model.scenarios) for (const { value } of cites) shown.add(value);
  if (!spec || shown.size === 0) return false;
  const { criteria, requirements } = spec.model;
  for (const id of criterionIds(spec)) if (!shown.has(id)) return false;
  for (const { cites } of criteria) for (const { value } of cites) shown.add(value);
  for (const { id } of requirements) if (!shown.has(id)) return false;
  return true;
}

function once(traces: readonly RequirementTrace[]): readonly RequirementTrace[] {
  if (traces.length < 2) return traces;
  const byId = new Map<string, RequirementTrace>();
  for (const trace of traces) if (!byId.has(trace.requirement.id)) byId.set(trace.requirement.id, trace);
  return [...byId.values()];
}

/** SHOULD and RECOMMENDED mean the same (https://www.rfc-editor.org/rfc/rfc2119). */
function isRecommended({ level, keyword }: RequirementTrace['requirement']): boolean {
  if (level) return level.value === 'SHOULD';
  return keyword !== undefined && /^(?:SHOULD|RECOMMENDED)\b/u.test(keyword.value);
}
