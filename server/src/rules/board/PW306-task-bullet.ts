import { entriesOf, type Entry } from '../../documents/board/board.js';
import type { List } from '../../markdown/blocks.js';
import { defineRule, type Report } from '../rule.js';
import { everyBlock } from '../support/place.js';
import { itemOf } from './entries.js';

export const taskBullet = defineRule({
  code: 'PW306',
  name: 'task-bullet',
  summary: 'Tasks use a bullet other than `-`',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'In Markdown `*` and `+` make the same list, and tasks can also be numbered. Board tools only read lines that start with `- [`, so these tasks are neither ticked nor counted.',
  fix: 'Use `-` for all items of the list; the quick fix does this. If the list was numbered, check whether any text refers to the numbers.',
  pactkit: 'PactKit does not see such tasks. Their entry counts as having none and moves back to the Backlog.',
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
        message: `${tasks.length === 1 ? 'This task starts' : `These ${tasks.length} tasks start`} with \`${marker}\`, but tools only read tasks that start with \`-\`. Change the bullets of the list.`,
        fix: {
          title: 'Use `-` for all items of the list',
          // Text may mention the numbers.
          safe: !ordered,
          edits: items.map((item) => ({ span: item.markerSpan, newText: '-' })),
        },
      };
    }
  },
});
