import { sectionKindOf } from '../../documents/board/boardSectionHeading.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Heading } from '../../markdown/blocks.js';
import { linesWithBlanksBelow } from '../../markdown/lines.js';
import { defineRule } from '../rule.js';

export const archiveSectionHeading = defineRule({
  code: 'PW320',
  name: 'archive-section-heading',
  summary: 'The archive contains board section headings',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['archive'],
  why: 'An archive is a list of finished entries. A heading such as `## 🔄 In Progress` was carried over with the entry before it, and makes the entries below it look as if they were still in that section.',
  fix: 'Remove the headings; the quick fix removes all of them.',
  pactkit:
    'PactKit makes this mistake itself: `archive` moves everything between a finished entry and the next one, section headings included.',
  *check(document) {
    const { sectionHeadings } = document.model;
    const [first] = sectionHeadings;
    if (!first) return;
    const unfinished = unfinishedHeadings(document);
    const shown = unfinished[0] ?? first;
    const others = sectionHeadings.filter((heading) => heading !== shown);
    const count =
      others.length === 0 ? 'A board section heading is' : `${sectionHeadings.length} board section headings are`;
    const what = unfinished.length > 0 ? 'and the entries below look unfinished' : 'where all entries are finished';
    yield {
      span: shown.span,
      anchor: 'section headings',
      message: `${count} in the archive, ${what}. Remove ${others.length === 0 ? 'it' : 'them'}.`,
      related: others.map(({ span, text }) => ({ document, span, message: `Another one: "${text}"` })),
      fix: {
        title: others.length === 0 ? 'Remove the heading' : `Remove all ${sectionHeadings.length} headings`,
        safe: true,
        edits: sectionHeadings.map(({ span }) => ({ span: linesWithBlanksBelow(document.text, span), newText: '' })),
      },
    };
  },
});

/** The headings that are not those of Done and have an entry between them and the next one. */
function unfinishedHeadings({ model }: ParsedDocument<'archive'>): readonly Heading[] {
  const { sectionHeadings, entries } = model;
  let next = 0;
  return sectionHeadings.filter((heading, index) => {
    const end = sectionHeadings[index + 1]?.span.start ?? Infinity;
    while ((entries[next]?.span.start ?? Infinity) < heading.span.start) next++;
    return sectionKindOf(heading) !== 'done' && (entries[next]?.span.start ?? Infinity) < end;
  });
}
