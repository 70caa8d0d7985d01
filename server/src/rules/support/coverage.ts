import { findCitations } from '../../documents/citations.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Requirement } from '../../documents/spec/spec.js';
import { memoFor } from '../../base/memo.js';
import { isMandatory } from '../../documents/spec/requirementLevel.js';
import { findSection, partsOf } from './sections.js';

interface UncoveredRequirement {
  readonly requirement: Requirement;
  readonly must: boolean;
}

/**
 * The requirements that nothing in the Acceptance Criteria names, each id once; none if one of the two sections is
 * missing, which other rules report. Text between criteria counts, as in PactKit, HTML comments do not.
 */
export const uncoveredRequirements = memoFor(
  ({ text, model }: ParsedDocument<'spec'>): readonly UncoveredRequirement[] => {
    const requirements = findSection(model, 'requirements');
    const criteria = findSection(model, 'acceptanceCriteria');
    if (!requirements || !criteria) return [];
    const byId = new Map<string, Requirement>();
    for (const requirement of partsOf(requirements, model.requirements))
      if (!byId.has(requirement.id)) byId.set(requirement.id, requirement);
    const written = criteria.blocks.filter(({ kind }) => kind !== 'html');
    // What the criteria cite is known already; in most specs that is enough.
    const named = new Set(partsOf(criteria, model.criteria).flatMap(({ cites }) => cites.map(({ value }) => value)));
    if (written.length === criteria.blocks.length && [...byId.keys()].every((id) => named.has(id))) return [];
    const cited = new Set(
      written.flatMap(({ span }) =>
        findCitations(text.slice(span.start, span.end), span.start, ['R']).map(({ value }) => value),
      ),
    );
    return [...byId.values()]
      .filter(({ id }) => !cited.has(id))
      .map((requirement) => ({ requirement, must: isMandatory(requirement) }));
  },
);
