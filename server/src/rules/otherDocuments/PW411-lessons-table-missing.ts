import type { Table } from '../../markdown/blocks.js';
import { defineRule } from '../rule.js';
import { lessonsTableHead } from '../../documents/lessons/lessons.js';
import { canAppend } from '../../markdown/append.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { everyBlock, titlePlace } from '../support/place.js';

const [header, delimiter] = lessonsTableHead;

export const lessonsTableMissing = defineRule({
  code: 'PW411',
  name: 'lessons-table-missing',
  summary: 'The lessons file has no table with Date, Lesson and Context',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['lessons'],
  why: 'New lessons are appended as rows of this table, and the session context takes the latest from it. Without the table, the new rows belong to nothing.',
  fix: `Add the table: \`${header}\`, and below it \`${delimiter}\`. The quick fix adds it at the end of the file.`,
  pactkit: '`lint-lessons` fails. Appending a lesson still adds its row to the end of the file.',
  *check(document) {
    if (document.model.table) return;
    const near = everyBlock(document.blocks).find(
      (block): block is Table =>
        block.kind === 'table' && block.header.cells.some(({ text }) => /^(?:date|lessons?)$/iu.test(text)),
    );
    if (near) {
      yield {
        span: near.header.span,
        anchor: 'table',
        message: `The table needs exactly the header \`${header}\`: with any other header, tools read no lessons. Change the header and rows to match.`,
      };
      return;
    }
    const { text } = document;
    const br = lineBreakOf(text);
    const end = text.trimEnd().length;
    const start = end === 0 ? '' : `${br}${br}`;
    yield {
      span: titlePlace(document),
      anchor: 'table',
      message: `The table \`${header}\` is missing, so lessons cannot be added or read. Add it.`,
      ...(canAppend(document)
        ? {
            fix: {
              title: 'Add the table',
              safe: true,
              edits: [
                {
                  span: { start: end, end },
                  newText: `${start}${header}${br}${delimiter}${end === text.length ? br : ''}`,
                },
              ],
            },
          }
        : {}),
    };
  },
});
