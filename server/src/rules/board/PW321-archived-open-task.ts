import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { itemOf } from './entries.js';
import { replacing } from '../support/writing.js';

export const archivedOpenTask = defineRule({
  code: 'PW321',
  name: 'archived-open-task',
  summary: 'An archived entry has an open task',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['archive'],
  why: 'Nobody looks for work in the archive. An open task there was either forgotten, or finished and never ticked.',
  fix: 'Tick the task if it is done. Otherwise move the entry back to the board, or create a new item for the task.',
  pactkit: 'PactKit archives only entries with at least one ticked and no open task, so this comes from manual edits.',
  *check({ model }): Generator<Report> {
    for (const entry of model.entries) {
      for (const { checked, mark, text } of entry.tasks) {
        if (checked || mark.value !== ' ') continue;
        yield {
          span: text.span,
          ...itemOf(entry),
          message: `${entry.id?.value ?? 'The entry'} is archived, but its task "${excerpt(text.value)}" is open, and nobody will look for it here. Tick it, or move it back to the board.`,
          otherFixes: [{ ...replacing('Tick the task', mark.span, 'x'), every: 'Tick the open tasks' }],
        };
      }
    }
  },
});
