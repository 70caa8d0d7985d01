import { entriesOf } from '../../documents/board/board.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { itemOf } from './entries.js';
import { nearTasks } from './nearTasks.js';

const meansDone = new Set(['X', '✓', '✔', '✅', '☑', '√', '*']);

export const taskMark = defineRule({
  code: 'PW305',
  name: 'task-mark',
  summary: 'A task has a marker other than `[ ]` and `[x]`',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Only `[ ]` and a lowercase `[x]` are read as open and done. A task with another marker, or without spaces around it, counts as neither, so its entry can look finished too early or never finish.',
  fix: 'Write `- [x]` for done and `- [ ]` for open, with a space on both sides of the brackets. If a task was dropped, strike it out and tick it, or remove it.',
  pactkit:
    'PactKit ignores such a task when it ticks tasks and when it sorts or archives entries. Only `- [x]` without a trailing space counts when it archives.',
  *check(document): Generator<Report> {
    const { model } = document;
    for (const entry of entriesOf(model)) {
      for (const { mark, text } of entry.tasks) {
        if (mark.value === ' ' || mark.value === 'x') continue;
        const done = meansDone.has(mark.value);
        yield {
          span: mark.span,
          anchor: `task ${text.value}`,
          ...itemOf(entry),
          message: `\`[${mark.value}]\` is not a valid marker: the task "${excerpt(text.value)}" counts neither as open nor as done. ${done ? 'Write `[x]`.' : 'Write `[ ]` or `[x]`.'}`,
          ...(done
            ? {
                fix: {
                  title: 'Write `[x]`',
                  safe: mark.value === 'X',
                  edits: [{ span: mark.span, newText: 'x' }],
                },
              }
            : {}),
        };
      }
    }
    for (const { entry, span, lead, written, wanted, text } of nearTasks(document)) {
      yield {
        span,
        anchor: `task ${text}`,
        ...itemOf(entry),
        message: `\`${excerpt(written + text)}\` is not recognized as a task, so it is neither ticked nor counted. Write \`${wanted} ${excerpt(text)}\`.`,
        fix: { title: `Write \`${wanted}\``, safe: true, edits: [{ span: lead, newText: `${wanted} ` }] },
      };
    }
  },
});
