import { boardHeadings } from '../../documents/board/board.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';

export const boardSectionRenamed = defineRule({
  code: 'PW302',
  name: 'board-section-renamed',
  summary: 'A section of the board has a heading that is not exactly the expected one',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'People read `## Done` and `## ✅ Done` as the same. Tools look the heading up byte for byte, emoji included, and take a section with another heading for missing.',
  ok: '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
  notOk: '# Sprint Board\n\n## Backlog\n\n## 🔄 In progress\n\n## ✅ Done\n',
  fix: 'Restore the heading: `## 📋 Backlog`, `## 🔄 In Progress`, `## ✅ Done`. The quick fix does it.',
  pactkit:
    'PactKit does not find the section and reports nothing: new entries land at the end of the file, and moved ones stay.',
  *check({ text, model }) {
    const taken = new Set(model.sections.filter(({ exact }) => exact).map(({ kind }) => kind));
    for (const { kind, heading } of model.sections) {
      if (kind === undefined || taken.has(kind)) continue;
      taken.add(kind);
      const expected = boardHeadings[kind];
      yield {
        span: heading.span,
        anchor: `section ${kind}`,
        message: `\`${excerpt(text.slice(heading.span.start, heading.span.end))}\` is not exactly \`${expected}\`: PactKit looks for these very characters and takes the section for missing. Restore the heading.`,
        fix: {
          title: `Change the heading to \`${expected}\``,
          safe: true,
          edits: [{ span: heading.span, newText: expected }],
        },
      };
    }
  },
});
