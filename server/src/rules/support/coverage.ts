import type { Requirement, Spec } from '../../documents/spec.js';
import { isMandatory } from './requirementLevel.js';
import { findSection, partsOf } from './sections.js';

export interface UncoveredRequirement {
  readonly requirement: Requirement;
  readonly must: boolean;
}

/**
 * The requirements that no acceptance criterion cites, each id once; none where there is no section of either kind, which
 * other rules report.
 */
export function uncoveredRequirements(spec: Spec): readonly UncoveredRequirement[] {
  const section = findSection(spec, 'requirements');
  if (!section || !findSection(spec, 'acceptanceCriteria')) return [];
  const cited = new Set(spec.criteria.flatMap(({ cites }) => cites.map(({ value }) => value)));
  const byId = new Map<string, Requirement>();
  for (const requirement of partsOf(section, spec.requirements))
    if (!byId.has(requirement.id)) byId.set(requirement.id, requirement);
  return [...byId.values()]
    .filter(({ id }) => !cited.has(id))
    .map((requirement) => ({ requirement, must: isMandatory(requirement) }));
}
