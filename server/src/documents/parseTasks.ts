import type { Block, ListItem } from '../markdown/blocks.js';
import type { Span } from '../markdown/span.js';
import type { Task } from './board.js';
import { locate } from './located.js';

// Not only GFM's marks: `[✓]` and `[-]` stand for tasks as well. A letter or digit in brackets is a link or a note.
const foreignMark = /^\[([^\p{L}\p{N}\]]?|[vV])\](?=\s|$)[ \t]*/u;

/**
 * The tasks in blocks, nested ones too: list items with `[ ]`, `[x]` or another mark in brackets. Only `[x]` and `[X]` are
 * ticked (https://github.github.com/gfm/#task-list-items-extension-).
 */
export function parseTasks(text: string, blocks: readonly Block[]): readonly Task[] {
  return blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.flatMap((item) => [...taskOf(text, item), ...parseTasks(text, item.children)])
      : [],
  );
}

function taskOf(text: string, { task, marker, markerSpan, textSpan }: ListItem): readonly Task[] {
  const make = (mark: Span, checked: boolean, content: Span): Task => ({
    span: { start: markerSpan.start, end: Math.max(content.end, mark.end + 1) },
    checked,
    mark: locate(text, mark),
    bullet: { value: marker, span: markerSpan },
    text: locate(text, content),
  });
  if (task) return [make({ start: task.span.start + 1, end: task.span.end - 1 }, task.checked, textSpan)];
  const [whole, mark] = foreignMark.exec(text.slice(textSpan.start, textSpan.end)) ?? [];
  if (whole === undefined || mark === undefined) return [];
  const start = textSpan.start + 1;
  return [
    make({ start, end: start + mark.length }, false, { start: textSpan.start + whole.length, end: textSpan.end }),
  ];
}
