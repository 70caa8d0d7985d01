import type { CriterionTrace, ItemTrace, RequirementTrace, TestTrace } from '../../trace/graph.js';

/**
 * Whether a requirement has to be shown now: not one that MAY be met (by its level or, without one, its first RFC 2119 word,
 * https://www.rfc-editor.org/rfc/rfc2119), and not one that a note in the code puts off.
 */
export function isOwed({ requirement: { level, keyword }, deferrals }: RequirementTrace): boolean {
  if (deferrals.length > 0) return false;
  return level ? level.value !== 'MAY' : !/^(?:MAY|OPTIONAL)\b/u.test(keyword?.value ?? '');
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
