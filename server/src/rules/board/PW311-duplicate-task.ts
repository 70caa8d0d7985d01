import type { Task } from '../../documents/board.js';
import { defineRule, type Report } from '../rule.js';

export const duplicateTask = defineRule({
  code: 'PW311',
  name: 'duplicate-task',
  summary: 'An entry has the same task twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Tasks are ticked by their text. Of two equal ones only the first can be ticked that way, and the entry never looks finished.',
  ok: '### [STORY-001] Guest carts\n\n- [ ] Write unit tests\n- [ ] Write end-to-end tests\n',
  notOk: '### [STORY-001] Guest carts\n\n- [ ] Write tests\n- [ ] Write tests\n',
  fix: 'Remove one, or say how the two differ.',
  pactkit:
    'PactKit ticks the first open task whose text begins with the given one, so which of the two it means is chance.',
  *check(document): Generator<Report> {
    const { looseEntries, sections } = document.model;
    for (const entry of [...looseEntries, ...sections.flatMap(({ entries }) => entries)]) {
      const first = new Map<string, Task>();
      for (const task of entry.tasks) {
        const text = task.text.value.replace(/\s+/gu, ' ').trim();
        if (text === '') continue;
        const earlier = first.get(text);
        if (!earlier) {
          first.set(text, task);
          continue;
        }
        yield {
          span: task.text.span,
          ...(entry.id ? { item: entry.id.value } : {}),
          message: `The task "${text}" stands in ${entry.id?.value ?? 'this entry'} twice, and tasks are ticked by their text. Remove one, or say how they differ.`,
          related: [{ document, span: earlier.text.span, message: 'The first of the two' }],
        };
      }
    }
  },
});
