import { type BoardSectionKind, boardHeadings } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { insertAt, type TextEdit } from '../../markdown/textEdit.js';
import { defineRule } from '../rule.js';
import { canAppend } from '../../markdown/append.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { titlePlace } from '../support/place.js';

const order: readonly BoardSectionKind[] = ['backlog', 'inProgress', 'done'];

export const boardSectionMissing = defineRule({
  code: 'PW301',
  name: 'board-section-missing',
  summary: 'The board is missing one of its three sections',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Tools move an entry by placing it under a section heading. Without the heading there is nowhere to put it, and a tool can only guess.',
  fix: 'Add the heading exactly as written: `## 📋 Backlog`, `## 🔄 In Progress` or `## ✅ Done`. The quick fix adds it in the right place. An empty section is fine.',
  pactkit:
    'PactKit reports nothing: it appends new entries to the end of the file, and leaves entries that should move where they are.',
  *check(document) {
    const found = new Set(document.model.sections.map(({ kind }) => kind));
    for (const kind of order) {
      if (found.has(kind)) continue;
      const heading = boardHeadings[kind];
      const edit = insertion(document, kind);
      yield {
        span: titlePlace(document),
        anchor: `section ${kind}`,
        message: `The board has no section \`${heading}\`, so PactKit appends entries that belong there to the end of the file. Add the heading.`,
        ...(edit ? { fix: { title: `Add \`${heading}\``, safe: true, edits: [edit] } } : {}),
      };
    }
  },
});

/** Before the next section that is there, else behind the last one before it, else at the end of the board. */
function insertion(document: ParsedDocument<'board'>, kind: BoardSectionKind): TextEdit | undefined {
  const { text, model } = document;
  const br = lineBreakOf(text);
  const heading = boardHeadings[kind];
  const after = order.slice(order.indexOf(kind) + 1);
  const next = model.sections.find((section) => section.kind !== undefined && after.includes(section.kind));
  if (next) {
    const at = next.heading.span.start;
    return insertAt(at, `${heading}${br}${br}`);
  }
  if (!canAppend(document)) return undefined;
  const previous = model.sections.findLast((section) => section.kind !== undefined);
  const byteOrderMark = text.startsWith('\uFEFF') ? 1 : 0;
  const at = previous?.span.end ?? Math.max(byteOrderMark, text.trimEnd().length);
  return insertAt(at, at <= byteOrderMark ? `${heading}${br}` : `${br}${br}${heading}`);
}
