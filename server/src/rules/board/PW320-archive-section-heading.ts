import { defineRule } from '../rule.js';
import { linesWithBlanksBelow } from '../../markdown/lines.js';

export const archiveSectionHeading = defineRule({
  code: 'PW320',
  name: 'archive-section-heading',
  summary: 'The archive holds headings of board sections',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['archive'],
  why: 'An archive is a list of finished entries. A heading such as `## 🔄 In Progress` was carried over with the entry before it, and makes the entries below look as if they were still in that section.',
  ok: '### [STORY-001] Guest carts\n\n- [x] Data model\n\n### [STORY-002] Cart mail\n\n- [x] Template\n',
  notOk:
    '### [STORY-001] Guest carts\n\n- [x] Data model\n\n## 🔄 In Progress\n\n### [STORY-002] Cart mail\n\n- [x] Template\n',
  fix: 'Remove the headings; the quick fix removes all of them.',
  pactkit:
    'PactKit makes this mistake itself: `archive` takes along what stands between a finished entry and the next one, section headings included.',
  *check(document) {
    const { sectionHeadings } = document.model;
    const [first, ...others] = sectionHeadings;
    if (!first) return;
    const count =
      others.length === 0
        ? 'The heading of a board section stands'
        : `${sectionHeadings.length} headings of board sections stand`;
    yield {
      span: first.span,
      anchor: 'section headings',
      message: `${count} in the archive, so the entries below look as if they were not finished. Remove ${others.length === 0 ? 'it' : 'them'}.`,
      related: others.map(({ span, text }) => ({ document, span, message: `Another one: "${text}"` })),
      fix: {
        title: others.length === 0 ? 'Remove the heading' : `Remove all ${sectionHeadings.length} headings`,
        safe: true,
        edits: sectionHeadings.map(({ span }) => ({ span: linesWithBlanksBelow(document.text, span), newText: '' })),
      },
    };
  },
});
