import { boardHeadings } from '../../documents/board/board.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';

export const boardSectionRenamed = defineRule({
  code: 'PW302',
  name: 'board-section-renamed',
  summary: 'A section heading on the board does not match exactly',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'To people, `## Done` and `## ✅ Done` are the same. Tools match the whole heading, emoji included, and treat a section with a different heading as missing.',
  fix: 'Restore the heading: `## 📋 Backlog`, `## 🔄 In Progress`, `## ✅ Done`. The quick fix does this.',
  pactkit:
    'PactKit does not find the section and reports nothing. New entries end up at the end of the file, and entries that should move stay put.',
  *check({ text, model }) {
    const taken = new Set(model.sections.filter(({ exact }) => exact).map(({ kind }) => kind));
    for (const { kind, heading } of model.sections) {
      if (kind === undefined || taken.has(kind)) continue;
      taken.add(kind);
      const expected = boardHeadings[kind];
      yield {
        span: heading.span,
        anchor: `section ${kind}`,
        message: `\`${excerpt(text.slice(heading.span.start, heading.span.end))}\` does not match \`${expected}\` exactly, so PactKit treats the section as missing. Restore the heading.`,
        fix: {
          title: `Change the heading to \`${expected}\``,
          safe: true,
          edits: [{ span: heading.span, newText: expected }],
        },
      };
    }
  },
});
