import { contextSections } from '../../documents/context/context.js';
import type { Heading } from '../../markdown/blocks.js';
import { defineRule, type Report } from '../rule.js';
import { headingPlace } from '../support/place.js';

const places: ReadonlyMap<string, number> = new Map(contextSections.map((name, index) => [name, index]));

export const contextSectionOrder = defineRule({
  code: 'PW403',
  name: 'context-section-order',
  summary: 'A section of the session context is out of order or duplicated',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['context'],
  why: 'A tool writes this file, always in the same order. A different order or a duplicate section comes from manual edits or a merge, and one of the duplicates is outdated.',
  fix: 'Move the section to its place. Of two, remove the outdated one. Regenerating the file updates the first of the two and moves nothing. A duplicate section is a warning; the order is information.',
  pactkit: '`lint-context` checks neither the order nor duplicates.',
  *check(document): Generator<Report> {
    const seen = new Map<string, Heading>();
    let last: Heading | undefined;
    for (const heading of document.model.sections) {
      const place = places.get(heading.text);
      if (place === undefined) continue;
      const earlier = seen.get(heading.text);
      if (earlier) {
        yield {
          span: headingPlace(heading),
          anchor: `twice ${heading.text}`,
          severity: 'warning',
          message: `The section "${heading.text}" appears twice, and only one can be right: regenerating the file updates the first and leaves the other. Move what you need from the second, then remove it.`,
          related: [{ document, span: headingPlace(earlier), message: 'The first of the two' }],
        };
        continue;
      }
      seen.set(heading.text, heading);
      if (last && place < (places.get(last.text) ?? 0)) {
        yield {
          span: headingPlace(heading),
          anchor: `order ${heading.text}`,
          message: `"${heading.text}" belongs before "${last.text}": generated files always use the same order. Move the section; regenerating the file does not.`,
          related: [{ document, span: headingPlace(last), message: 'Comes before it' }],
        };
        continue;
      }
      last = heading;
    }
  },
});
