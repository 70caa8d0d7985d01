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
  why: 'All tools read `[ ]` as open and a lowercase `[x]` as done. They disagree about `[X]`, read every other marker as open, and miss a task without spaces around the brackets, so an entry can look finished too early or never finish.',
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
          message: `\`[${mark.value}]\` is not a valid marker: the task "${excerpt(text.value)}" ${mark.value === 'X' ? 'is done for some tools and open for others' : 'counts as open'}. ${done ? 'Write `[x]`.' : 'Write `[ ]` or `[x]`.'}`,
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
