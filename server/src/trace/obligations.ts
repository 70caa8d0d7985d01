import { isMandatory } from '../documents/spec/requirementLevel.js';
import type { CriterionTrace, ItemTrace, RequirementTrace, TestTrace } from './graph.js';

/**
 * Whether a requirement has to be shown now: one that MUST be met always, others unless a note in the code puts them off; one that
 * MAY be met (by its level or, without one, its first RFC 2119 word, https://www.rfc-editor.org/rfc/rfc2119) never.
 */
export function isOwed({ requirement, deferrals }: RequirementTrace): boolean {
  if (isMandatory(requirement)) return true;
  const { level, keyword } = requirement;
  const isOptional = level ? level.value === 'MAY' : /^(?:MAY|OPTIONAL)\b/u.test(keyword?.value ?? '');
  return !isOptional && deferrals.length === 0;
}

/** The criteria that have to be shown now: all but those that cite nothing but requirements that are not owed. */
export function owedCriteria({ coverage }: Pick<ItemTrace, 'coverage'>): readonly CriterionTrace[] {
  const owed = new Map(coverage.requirements.map((trace) => [trace.requirement.id, isOwed(trace)] as const));
  return coverage.criteria.filter(
    ({ requirements }) => requirements.length === 0 || requirements.some((id) => owed.get(id) ?? true),
  );
}

/** The tests that run. */
export function running(tests: readonly TestTrace[]): readonly TestTrace[] {
  return tests.filter(({ test }) => !test.skipped);
}
