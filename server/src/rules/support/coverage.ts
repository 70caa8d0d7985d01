import { findCitations } from '../../documents/citations.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Requirement } from '../../documents/spec/spec.js';
import { memoFor } from '../../base/memo.js';
import { none } from '../../base/same.js';
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
    if (!requirements || !criteria) return none;
    const own = partsOf(requirements, model.requirements);
    // What the criteria cite is known already; in most specs that is enough.
    const named = new Set<string>();
    for (const { cites } of partsOf(criteria, model.criteria)) for (const { value } of cites) named.add(value);
    if (own.every(({ id }) => named.has(id)) && !criteria.blocks.some(({ kind }) => kind === 'html')) return none;
    const written = criteria.blocks.filter(({ kind }) => kind !== 'html');
    const byId = new Map<string, Requirement>();
    for (const requirement of own) if (!byId.has(requirement.id)) byId.set(requirement.id, requirement);
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
