import { entriesOf, type Entry } from '../../documents/board/board.js';
import type { List } from '../../markdown/blocks.js';
import { defineRule, type Report } from '../rule.js';
import { everyBlock } from '../support/place.js';
import { itemOf } from './entries.js';

export const taskBullet = defineRule({
  code: 'PW306',
  name: 'task-bullet',
  summary: 'Tasks have a bullet other than `-`',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'In Markdown `*` and `+` make the same list, and a number may stand in front of a task, too. Tools for the board read only lines that begin with `- [`, so these tasks are neither ticked nor counted.',
  ok: '### [STORY-001] Guest carts\n\n- [ ] Data model\n- [ ] UI\n',
  notOk: '### [STORY-001] Guest carts\n\n* [ ] Data model\n* [ ] UI\n',
  fix: 'Write `-` in front of all items of the list; the quick fix does it. Where numbers stand there, look whether any text speaks of them.',
  pactkit: 'PactKit does not see such tasks: their entry counts as one without tasks and goes back to the Backlog.',
  *check({ text, blocks, model }): Generator<Report> {
    const owners = new Map<number, Entry>();
    for (const entry of entriesOf(model))
      for (const { bullet } of entry.tasks) if (bullet.value !== '-') owners.set(bullet.span.start, entry);
    // As on nearly all boards.
    if (owners.size === 0) return;
    const lists = everyBlock(blocks).filter((block): block is List => block.kind === 'list');
    for (const { items, ordered } of lists) {
      const tasks = items.filter(({ markerSpan }) => owners.has(markerSpan.start));
      const [first] = tasks;
      const entry = first && owners.get(first.markerSpan.start);
      if (!entry) continue;
      const { marker, markerSpan, textSpan } = first;
      yield {
        span: markerSpan,
        anchor: `bullet ${text.slice(textSpan.start, textSpan.end)}`,
        ...itemOf(entry),
        message: `${tasks.length === 1 ? 'This task begins' : `These ${tasks.length} tasks begin`} with \`${marker}\`, and tools read only tasks that begin with \`-\`. Change the bullets of the list.`,
        fix: {
          title: 'Write `-` in front of all items of the list',
          // Text may speak of the numbers.
          safe: !ordered,
          edits: items.map((item) => ({ span: item.markerSpan, newText: '-' })),
        },
      };
    }
  },
});
