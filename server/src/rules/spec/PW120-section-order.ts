import { type Section, type SectionName, sectionNames } from '../../documents/spec/spec.js';
import { defineRule } from '../rule.js';
import { headingPlace } from '../support/place.js';
import { specCheck } from '../support/specCheck.js';

// Sections that are always read from the top down: why, what, how one will know, what not. The others may be anywhere.
const order: readonly SectionName[] = [
  'background',
  'requirements',
  'acceptanceCriteria',
  'implementationSteps',
  'outOfScope',
];

export const sectionOrder = defineRule({
  code: 'PW120',
  name: 'section-order',
  summary: 'The sections of a spec are not in the usual order',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'People navigate a spec by the order of its sections: Background, Requirements, Acceptance Criteria, Implementation Steps, Out of Scope. A section elsewhere looks missing.',
  fix: 'Move the section to its place. Sections not listed above can be anywhere. Specs of archived items are skipped.',
  pactkit: 'PactKit allows any order; its template uses this one.',
  suspects: ({ model }) => {
    let highest = -1;
    for (const { name } of model.sections) {
      const rank = name === undefined ? -1 : order.indexOf(name);
      if (rank >= 0 && rank <= highest) return true;
      highest = Math.max(highest, rank);
    }
    return false;
  },
  check: specCheck('silent', function* (document) {
    const seen = new Set<SectionName>();
    let highest: { readonly rank: number; readonly section: Section; readonly name: SectionName } | undefined;
    for (const section of document.model.sections) {
      const { name } = section;
      // The second of two is PW103's matter.
      if (name === undefined || seen.has(name)) continue;
      seen.add(name);
      const rank = order.indexOf(name);
      if (rank < 0) continue;
      if (!highest || rank > highest.rank) {
        highest = { rank, section, name };
        continue;
      }
      yield {
        span: headingPlace(section.heading),
        anchor: `section ${sectionNames[name]}`,
        message: `${sectionNames[name]} comes after ${sectionNames[highest.name]}, where readers do not look for it. Move it up.`,
        related: [
          { document, span: headingPlace(highest.section.heading), message: 'The section that usually comes after it' },
        ],
      };
    }
  }),
});
