import type { LessonRow } from '../../documents/lessons/lessons.js';
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
  ok: '| Date | Lesson | Context |\n|------|--------|---------|\n| 2026-03-01 | Read storage late | cart.ts |\n| 2026-03-04 | Close the file | io.ts |\n',
  notOk:
    '| Date | Lesson | Context |\n|------|--------|---------|\n| 2026-03-04 | Close the file | io.ts |\n| 2026-03-01 | Read storage late | cart.ts |\n',
  fix: 'Move the row up to its date, or correct the date.',
  pactkit: 'PactKit appends at the end and does not check the order.',
  *check(document): Generator<Report> {
    let newest: LessonRow | undefined;
    for (const row of document.model.rows) {
      if (!isoDate(row.date.value)) continue;
      if (newest && row.date.value < newest.date.value) {
        yield {
          span: row.date.span,
          anchor: row.lesson.value,
          message: `This lesson of ${row.date.value} is below one of ${newest.date.value}, so it looks newer than it is. Move the row up, or correct the date.`,
          related: [{ document, span: newest.date.span, message: 'The newer lesson above' }],
        };
      } else newest = row;
    }
  },
});
