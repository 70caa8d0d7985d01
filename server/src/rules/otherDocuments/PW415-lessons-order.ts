import type { LessonRow } from '../../documents/lessons/lessons.js';
import type { LineIndex } from '../../markdown/lineIndex.js';
import { lineBreakOf, nextLine } from '../../markdown/lines.js';
import { insertAt } from '../../markdown/textEdit.js';
import type { Span } from '../../markdown/span.js';
import type { Fix } from '../finding.js';
import { defineRule, type Report } from '../rule.js';
import { isoDate } from './isoDate.js';

export const lessonsOrder = defineRule({
  code: 'PW415',
  name: 'lessons-order',
  summary: 'A lesson is below a newer one',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['lessons'],
  why: 'The newest lesson comes last. The session context treats the last rows as the latest decisions, and the archive treats the first as the oldest.',
  fix: 'Move the row up to its date, or correct the date.',
  pactkit: 'PactKit appends at the end and does not check the order.',
  *check(document): Generator<Report> {
    const { lines, model, text } = document;
    let newest: LessonRow | undefined;
    for (const row of model.rows) {
      if (!isoDate(row.date.value)) continue;
      if (newest && row.date.value < newest.date.value) {
        yield {
          span: row.date.span,
          anchor: row.lesson.value,
          message: `This lesson of ${row.date.value} is below one of ${newest.date.value}, so it looks newer than it is. Move the row up, or correct the date.`,
          otherFixes: [movedUp(text, lines, row, model.rows)],
          related: [{ document, span: newest.date.span, message: 'The newer lesson above' }],
        };
      } else newest = row;
    }
  },
});

/** Above the first row that is newer. */
function movedUp(text: string, lines: LineIndex, row: LessonRow, rows: readonly LessonRow[]): Fix {
  const lineOf = ({ row: { span } }: LessonRow): Span => {
    const start = lines.lineStart(lines.positionAt(span.start).line);
    return { start, end: nextLine(text, span.end) };
  };
  const newer = rows.find(({ date }) => isoDate(date.value) && date.value > row.date.value) ?? row;
  const own = lineOf(row);
  const { start } = lineOf(newer);
  const line = text.slice(own.start, own.end);
  return {
    title: 'Move the row up',
    safe: false,
    edits: [insertAt(start, /[\r\n]$/u.test(line) ? line : line + lineBreakOf(text)), { span: own, newText: '' }],
  };
}
