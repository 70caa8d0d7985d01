import { contextSections } from '../../documents/context/context.js';
import type { Heading } from '../../markdown/blocks.js';
import { defineRule, type Report } from '../rule.js';
import { headingPlace } from '../support/place.js';

const places: ReadonlyMap<string, number> = new Map(contextSections.map((name, index) => [name, index]));

export const contextSectionOrder = defineRule({
  code: 'PW403',
  name: 'context-section-order',
  summary: 'A section of the session context is out of order or stands there twice',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['context'],
  why: 'The file is written by a tool, always in the same order. Another order, or a section that is there twice, comes from editing by hand or from a merge, and one of the two says what is no longer true.',
  ok: '## Sprint Status\n\n## Current Stories\n\n## Recent Completions\n',
  notOk: '## Current Stories\n\n## Sprint Status\n\n## Current Stories\n',
  fix: 'Move the section to its place; of two, remove the one that is no longer true. Generating the file again renews the first of the two and moves nothing. A section that is there twice is a warning, the order information.',
  pactkit: '`lint-context` looks neither at the order nor for duplicates.',
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
          message: `The section "${heading.text}" stands here twice, and only one of them can be true: generating the file again renews the first and leaves the other. Move what you need of it, and remove it.`,
          related: [{ document, span: headingPlace(earlier), message: 'The first of the two' }],
        };
        continue;
      }
      seen.set(heading.text, heading);
      if (last && place < (places.get(last.text) ?? 0)) {
        yield {
          span: headingPlace(heading),
          anchor: `order ${heading.text}`,
          message: `"${heading.text}" belongs before "${last.text}": generated files always have the same order. Move the section there; generating the file again leaves it where it is.`,
          related: [{ document, span: headingPlace(last), message: 'Stands before it' }],
        };
        continue;
      }
      last = heading;
    }
  },
});
