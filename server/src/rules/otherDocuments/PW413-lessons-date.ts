import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { isoDate } from './isoDate.js';

export const lessonsDate = defineRule({
  code: 'PW413',
  name: 'lessons-date',
  summary: 'A lesson has no date in the format 2026-03-01',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['lessons'],
  why: 'Lessons are sorted, counted and archived by this date. A row without one is skipped.',
  fix: 'Write year, month and day: `2026-03-01`. The quick fix does this if the order is clear, as in `2026/3/1`.',
  pactkit: 'PactKit counts and archives only rows with such a date, and does not check that the day exists.',
  *check({ model }) {
    for (const { row, date } of model.rows) {
      const value = date.value.trim();
      if (isoDate(value)) continue;
      const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(value) ?? [];
      const written = year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
      yield {
        span: value === '' ? row.span : date.span,
        message:
          value === ''
            ? 'This lesson has no date, so it is never counted or archived. Start the row with one such as 2026-03-01.'
            : `"${excerpt(value)}" is not a date in the format 2026-03-01, so this lesson is never counted or archived. Write year, month and day.`,
        ...(written && isoDate(written)
          ? { fix: { title: `Write ${written}`, safe: true, edits: [{ span: date.span, newText: written }] } }
          : {}),
      };
    }
  },
});
