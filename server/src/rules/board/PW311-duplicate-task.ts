import { entriesOf, type Task } from '../../documents/board/board.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { itemOf } from './entries.js';
import { removeTask } from '../../documents/board/taskEdits.js';

export const duplicateTask = defineRule({
  code: 'PW311',
  name: 'duplicate-task',
  summary: 'An entry has the same task twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Tasks are ticked by their text. If two are identical, only the first can be ticked, and the entry never looks finished.',
  fix: 'Remove one, or say how the two differ.',
  pactkit:
    'PactKit ticks the first open task whose text starts with the given text, so which of the two it ticks is arbitrary.',
  *check(document): Generator<Report> {
    for (const entry of entriesOf(document.model)) {
      const first = new Map<string, Task>();
      for (const task of entry.tasks) {
        const text = task.text.value.replace(/\s+/gu, ' ').trim();
        if (text === '') continue;
        const earlier = first.get(text);
        if (!earlier) {
          first.set(text, task);
          continue;
        }
        const removal = removeTask(document, entry, task);
        yield {
          span: task.text.span,
          ...itemOf(entry),
          message: `The task "${excerpt(text)}" appears twice in ${entry.id?.value ?? 'this entry'}, and tasks are ticked by their text. Remove one, or say how they differ.`,
          ...(removal ? { fix: { title: 'Remove this task', safe: false, edits: [removal] } } : {}),
          related: [{ document, span: earlier.text.span, message: 'The first of the two' }],
        };
      }
    }
  },
});
