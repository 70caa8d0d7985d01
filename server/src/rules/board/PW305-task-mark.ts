import { entriesOf } from '../../documents/board/board.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { itemOf } from './entries.js';
import { nearTasks } from './nearTasks.js';

const meansDone = new Set(['X', '✓', '✔', '✅', '☑', '√', '*']);

export const taskMark = defineRule({
  code: 'PW305',
  name: 'task-mark',
  summary: 'A task has a mark other than `[ ]` and `[x]`',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Only `[ ]` and `[x]` are read as open and done, the `x` in lower case. A task with another mark, or without the blanks around it, counts neither as open nor as done, so its entry can look finished, or never finish.',
  ok: '### [STORY-001] Guest carts\n\n- [x] Data model\n- [ ] UI\n',
  notOk: '### [STORY-001] Guest carts\n\n- [X] Data model\n- [-] UI\n',
  fix: 'Write `- [x]` for done and `- [ ]` for open, with a blank on both sides of the brackets. A task that was given up is better struck out and ticked, or removed.',
  pactkit:
    'PactKit does not see such a task at all, neither when it ticks tasks nor when it sorts or archives entries; only `- [x]` without a blank behind it counts where it archives.',
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
          message: `\`[${mark.value}]\` is not a mark that tools read: the task "${excerpt(text.value)}" counts neither as open nor as done. ${done ? 'Write `[x]`.' : 'Write `[ ]` or `[x]`.'}`,
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
        message: `\`${excerpt(written + text)}\` is not read as a task, so it is neither ticked nor counted. Write \`${wanted} ${excerpt(text)}\`.`,
        fix: { title: `Write \`${wanted}\``, safe: true, edits: [{ span: lead, newText: `${wanted} ` }] },
      };
    }
  },
});
