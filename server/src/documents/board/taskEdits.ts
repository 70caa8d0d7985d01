import type { Block, List, ListItem } from '../../markdown/blocks.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { type Located, span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { Entry, Task } from './board.js';
import { type EntryDocument, extentOf } from './entryExtent.js';
import { firstBlockAt } from './entryFoot.js';
import { isBlankLine, removeLines } from './removeLines.js';

/** Writes a title or task again, all around it untouched. */
export function rewrite({ text }: EntryDocument, { span: place }: Located, words: string): TextEdit {
  // A blank parts it from the id or mark, which may have been missing.
  const isApart = /\s/u.test(text.charAt(place.start - 1));
  return { span: place, newText: isApart ? words : ` ${words}` };
}

/**
 * Adds an open task below the last one of an entry, as deep as that; below all else where it has none yet.
 *
 * @param entry written as a heading.
 */
export function appendTask(document: EntryDocument, entry: Entry, words: string): TextEdit {
  const { text, blocks, lines } = document;
  const br = lineBreakOf(text);
  const extent = extentOf(document, entry);
  const last = blocks
    .slice(firstBlockAt(blocks, extent.start), firstBlockAt(blocks, extent.end))
    .findLast((block): block is List => block.kind === 'list' && block.items.some(({ task }) => task !== undefined))
    ?.items.findLast(({ task }) => task !== undefined);
  const at = last?.span.end ?? extent.end;
  const below = isBlankLine(document, lines.positionAt(at).line + 1) || last ? '' : br;
  const lead = last ? `${br}${indentOf(document, last)}` : `${br}${br}`;
  return { span: span(at, at), newText: `${lead}- [ ] ${words}${below}` };
}

/** Takes a task out, with the notes below it. @returns undefined if other tasks are below it, or it begins no line. */
export function removeTask(document: EntryDocument, { span: whole, tasks }: Entry, task: Task): TextEdit | undefined {
  const { text, blocks, lines } = document;
  const own = blocks.slice(firstBlockAt(blocks, whole.start), firstBlockAt(blocks, whole.end));
  const { item, next } = findItem(own, task.bullet.span.start) ?? {};
  if (!item || tasks.some(({ span: { start } }) => start > task.span.start && start < item.span.end)) return undefined;
  const part = span(lines.lineStart(lines.positionAt(task.span.start).line), item.span.end);
  if (text.slice(part.start, task.span.start).trim() !== '') return undefined;
  const { line } = lines.positionAt(part.end);
  // The items of a list without blank lines stay together.
  if (next && !isBlankLine(document, line + 1))
    return { span: span(part.start, lines.lineStart(line + 1)), newText: '' };
  return removeLines(document, part);
}

interface FoundItem {
  readonly item: ListItem;
  /** The one below it in its list, or else in the list that this one is in. */
  readonly next: ListItem | undefined;
}

/** The list item whose marker is at `offset`. */
function findItem(blocks: readonly Block[], offset: number): FoundItem | undefined {
  for (const block of blocks) {
    if (block.kind !== 'list') continue;
    const at = block.items.findLastIndex(({ markerSpan }) => markerSpan.start <= offset);
    const item = block.items[at];
    if (!item || item.span.end <= offset) continue;
    const next = block.items[at + 1];
    if (item.markerSpan.start === offset) return { item, next };
    const below = findItem(item.children, offset);
    return below && { ...below, next: below.next ?? next };
  }
  return undefined;
}

/** What is before an item in its line, where that is only spaces. */
function indentOf({ text, lines }: EntryDocument, { markerSpan: { start } }: ListItem): string {
  const before = text.slice(lines.lineStart(lines.positionAt(start).line), start);
  return before.trim() === '' ? before : '';
}
