import type { Block, ListItem } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import type { Task } from './board.js';
import { locate } from '../located.js';

// Not only GFM's marks: `[✓]` and `[-]` stand for tasks as well. A letter or digit in brackets is a link or a note.
const foreignMark = /^\[([^\p{L}\p{N}\]]?|[vV])\](?=\s|$)[ \t]*/u;

/**
 * The tasks in blocks, nested ones too: list items with `[ ]`, `[x]` or another mark in brackets. Only `[x]` and `[X]` are
 * ticked (https://github.github.com/gfm/#task-list-items-extension-).
 */
export function parseTasks(text: string, blocks: readonly Block[]): readonly Task[] {
  const tasks: Task[] = [];
  addTasks(text, blocks, tasks);
  return tasks;
}

// A board of thousands of entries is read with every edit of it, so no lists are made on the way.
function addTasks(text: string, blocks: readonly Block[], tasks: Task[]): void {
  for (const block of blocks) {
    if (block.kind !== 'list') continue;
    for (const item of block.items) {
      const task = taskOf(text, item);
      if (task) tasks.push(task);
      if (item.children.length > 0) addTasks(text, item.children, tasks);
    }
  }
}

function taskOf(text: string, item: ListItem): Task | undefined {
  const { task, textSpan } = item;
  if (task) return makeTask(text, item, { start: task.span.start + 1, end: task.span.end - 1 }, task.checked, textSpan);
  const [whole, mark] = foreignMark.exec(text.slice(textSpan.start, textSpan.end)) ?? [];
  if (whole === undefined || mark === undefined) return undefined;
  const start = textSpan.start + 1;
  const content = { start: textSpan.start + whole.length, end: textSpan.end };
  return makeTask(text, item, { start, end: start + mark.length }, false, content);
}

function makeTask(text: string, { marker, markerSpan }: ListItem, mark: Span, checked: boolean, content: Span): Task {
  return {
    span: { start: markerSpan.start, end: Math.max(content.end, mark.end + 1) },
    checked,
    mark: locate(text, mark),
    bullet: { value: marker, span: markerSpan },
    text: locate(text, content),
  };
}
