import { findCitations } from '../../documents/citations.js';
import type { Criterion, Requirement } from '../../documents/spec/spec.js';
import type { Located } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { idsOf } from '../support/numbered.js';
import { isForeign } from '../support/foreignCitation.js';
import { headingPlace } from '../support/place.js';
import { proseOf } from '../support/prose.js';
import { unlessDone } from '../support/unlessDone.js';
import { unreadLabels } from '../support/unreadLabels.js';
import { specCheck } from '../support/specCheck.js';
import { choosing, replacing } from '../support/writing.js';

/** The ids cited at one place: a range names several. */
function byPlace(cites: readonly Located[]): Located[][] {
  const places = new Map<number, Located[]>();
  for (const cite of cites) {
    const list = places.get(cite.span.start);
    if (list) list.push(cite);
    else places.set(cite.span.start, [cite]);
  }
  return [...places.values()];
}

export const unknownRequirementCited = defineRule({
  code: 'PW107',
  name: 'unknown-requirement-cited',
  summary: 'A criterion names a requirement that the spec does not have',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A criterion that names a requirement is its evidence. If the requirement does not exist, the criterion proves nothing, and the intended requirement is not covered.',
  fix: 'Name the right requirement, or add the missing one. `R1-R4` names R1, R2, R3 and R4. Reported as an error in the heading of a criterion, which names the requirement it proves, and as a warning in its text. Refer to other specs with their id: `STORY-012 R5`. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit does not notice.',
  suspects: ({ model }) => {
    const known = idsOf(model.requirements);
    // The criterion's own citations hold those in code, too.
    return model.criteria.some(({ cites }) => cites.some(({ value }) => !known.has(value)));
  },
  check: specCheck('info', function* (document) {
    const { model } = document;
    const known = new Set(idsOf(model.requirements));
    const namesUnknown = ({ cites }: Criterion): boolean => cites.some(({ value }) => !known.has(value));
    for (const { subject, label } of unreadLabels(document)) if (subject === 'requirement') known.add(label);
    if (known.size === 0) return;
    const section = model.sections.find(({ name }) => name === 'requirements');
    const names = [...known].slice(0, 12).join(', ');
    for (const criterion of model.criteria) {
      if (!namesUnknown(criterion)) continue;
      const cites = proseOf(document, [criterion.heading, ...criterion.blocks], /R\d/iu).flatMap(({ text, span }) =>
        findCitations(text, span.start, ['R']).filter(({ span: place }) => !isForeign(text, place, span.start)),
      );
      for (const place of byPlace(cites)) {
        const [first] = place;
        if (!first) continue;
        const inHeading = first.span.end <= criterion.heading.span.end;
        const unknown = place.map(({ value }) => value).filter((id) => !known.has(id));
        if (unknown.length === 0) continue;
        const missing = unknown.length > 5 ? `${unknown.slice(0, 5).join(', ')} …` : unknown.join(', ');
        yield {
          span: first.span,
          anchor: `${criterion.id} cites ${document.text.slice(first.span.start, first.span.end)}`,
          severity: inHeading ? 'error' : unlessDone(model, 'warning'),
          message: `${criterion.id} names ${missing}, but this spec has no such requirement, so the criterion proves nothing. Name the right one, or add it.`,
          ...(place.length === 1
            ? {
                otherFixes: choosing(uncited(model.requirements, criterion), (id) =>
                  replacing(`Name ${id} instead`, first.span, id),
                ),
              }
            : {}),
          ...(section
            ? { related: [{ document, span: headingPlace(section.heading), message: `The requirements are ${names}` }] }
            : {}),
        };
      }
    }
  }),
});

/** The ids of the requirements that a criterion does not name yet. */
function uncited(requirements: readonly Requirement[], { cites }: Criterion): readonly string[] {
  return [...new Set(requirements.map(({ id }) => id))].filter((id) => !cites.some(({ value }) => value === id));
}
