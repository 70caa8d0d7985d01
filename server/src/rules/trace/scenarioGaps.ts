import type { ItemTrace, CriterionTrace, RequirementTrace } from '../../trace/graph.js';
import { memoFor } from '../../base/memo.js';
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

export const scenarioGaps = memoFor(({ coverage }: ItemTrace): ScenarioGaps => {
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
