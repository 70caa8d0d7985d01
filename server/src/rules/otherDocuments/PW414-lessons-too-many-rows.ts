import { mostLessons as most } from '../../documents/lessons/lessons.js';
import { defineRule } from '../rule.js';

export const lessonsTooManyRows = defineRule({
  code: 'PW414',
  name: 'lessons-too-many-rows',
  summary: 'The lessons table has more than 50 rows',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['lessons'],
  why: 'Agents read the whole file before they start. A long one costs attention, and old lessons hide the ones that matter now.',
  fix: 'Move the oldest rows to `docs/architecture/governance/archive/lessons_archive_YYYYMM.md`, by the month of their date.',
  pactkit: '`lint-lessons` fails above 50 rows. Its own rotation leaves 51.',
  *check({ model }) {
    if (!model.table || model.rows.length <= most) return;
    const excess = model.rows.length - most;
    yield {
      span: model.table.header.span,
      anchor: 'rows',
      message: `The table has ${model.rows.length} rows, ${excess} more than the limit of ${most} that agents read at every start. Move the ${excess === 1 ? 'oldest row to the lessons archive of its' : `${excess} oldest rows to the lessons archives of their`} month.`,
    };
  },
});
