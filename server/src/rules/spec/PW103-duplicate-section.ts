import { type Section, type SectionName, sectionNames } from '../../documents/spec/spec.js';
import { defineRule } from '../rule.js';
import { headingPlace } from '../support/place.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

export const duplicateSection = defineRule({
  code: 'PW103',
  name: 'duplicate-section',
  summary: 'A section appears in the spec twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Readers and tools stop at the first section they find, so the content of the second is easily missed.',
  fix: 'Move the content below the second heading to the end of the first section, and remove the second heading. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit only looks at the first of the two and does not report the second.',
  suspects: ({ model: { sections } }) => {
    const seen = new Set<SectionName>();
    return sections.some(({ name }) => name !== undefined && seen.size === seen.add(name).size);
  },
  check: specCheck('info', function* (document) {
    const { sections } = document.model;
    const first = new Map<SectionName, Section>();
    for (const section of sections) {
      if (section.name === undefined) continue;
      const earlier = first.get(section.name);
      if (!earlier) {
        first.set(section.name, section);
        continue;
      }
      // Out of Scope and Non-Goals are two names of one section, but may well be side by side.
      if (earlier.heading.text.toLowerCase() !== section.heading.text.toLowerCase()) continue;
      yield {
        span: headingPlace(section.heading),
        severity: unlessDone(document.model, 'warning'),
        message: `The section ${sectionNames[section.name]} appears a second time, and tools only read the first. Merge the two.`,
        related: [{ document, span: headingPlace(earlier.heading), message: 'The first of the two' }],
      };
    }
  }),
});
