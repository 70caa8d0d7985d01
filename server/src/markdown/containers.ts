import type { Block, List, ListItem, TaskMarker } from './blocks.js';
import { ASTERISK, HYPHEN, PLUS, isBlank, trimBlanks } from '../base/characters.js';
import { span } from './span.js';
import type { Task } from './task.js';

/** A block that holds blocks and has not ended yet. The document itself is one, the outermost. */
export interface Container {
  readonly kind: 'document' | 'item' | 'blockQuote' | 'footnoteDefinition';
  readonly start: number;
  /** The end of the last line known to belong to it. */
  end: number;
  /** Columns by which a line must be indented to go on in it (items and footnote definitions). */
  readonly indent: number;
  children: Block[];
  /** The list whose items are still being added, always the last child. */
  list: OpenList | undefined;
  /** Items only: where the marker ends, and the first line's text. */
  readonly markerEnd: number;
  textStart: number;
  textEnd: number;
  task: TaskMarker | undefined;
}

interface OpenList {
  /** The bullet, or the delimiter behind the number: another one begins another list. */
  readonly markerType: number;
  readonly start: number;
  readonly items: ListItem[];
}

export function openContainer(
  kind: 'document' | 'blockQuote' | 'footnoteDefinition',
  start: number,
  end: number,
  indent = 0,
): Container {
  return {
    kind,
    start,
    end,
    indent,
    children: [],
    list: undefined,
    markerEnd: 0,
    textStart: 0,
    textEnd: 0,
    task: undefined,
  };
}

/**
 * Opens a list item.
 *
 * @param textStart Where the first line's text begins: its end on a space rest.
 * @param lineEnd The first line's end.
 * @param indent Columns from where the item's parent begins to the item's content.
 */
export function openItem(
  text: string,
  start: number,
  markerEnd: number,
  textStart: number,
  lineEnd: number,
  indent: number,
): Container {
  const blank = textStart === lineEnd;
  return {
    kind: 'item',
    start,
    end: lineEnd,
    indent,
    children: [],
    list: undefined,
    markerEnd,
    textStart: blank ? markerEnd : textStart,
    textEnd: blank ? markerEnd : trimBlanks(text, textStart, lineEnd),
    task: undefined,
  };
}

/** The list for an item with the marker at `[start, markerEnd)`: one of another kind ends. */
export function ensureList(parent: Container, text: string, start: number, markerEnd: number): OpenList {
  const { list } = parent;
  const markerType = text.charCodeAt(markerEnd - 1);
  if (list !== undefined) {
    if (list.markerType === markerType) return list;
    closeList(parent);
  }
  return (parent.list = { markerType, start, items: [] });
}

/** Adds an item that is one line, from `start` to `end`: a bullet, a space and text, or the task that it is. */
export function addOneLineItem(
  parent: Container,
  text: string,
  start: number,
  end: number,
  bullet: number,
  task: Task | undefined,
): void {
  const markerEnd = start + 1;
  let { list } = parent;
  if (list?.markerType !== bullet) list = ensureList(parent, text, start, markerEnd);
  const textStart = task?.textStart ?? start + 2;
  const wholeSpan = span(textStart, end);
  // Most lines end without spaces.
  const textSpan = isBlank(text.charCodeAt(end - 1)) ? span(textStart, trimBlanks(text, textStart, end)) : wholeSpan;
  const paragraph: Block = { kind: 'paragraph', span: wholeSpan };
  const itemSpan = span(start, end);
  const marker = bullet === HYPHEN ? '-' : '*';
  const markerSpan = span(start, markerEnd);
  const children = [paragraph];
  list.items.push(
    task === undefined
      ? { span: itemSpan, marker, markerSpan, textSpan, children }
      : { span: itemSpan, marker, markerSpan, task: task.marker, textSpan, children },
  );
}

export function addBlock(parent: Container, block: Block): void {
  if (parent.list !== undefined) closeList(parent);
  addChild(parent, block);
}

/** Most containers hold one block: an array made of it takes a fifth of the memory of one that it is pushed to. */
function addChild(parent: Container, block: Block): void {
  if (parent.children.length === 0) parent.children = [block];
  else parent.children.push(block);
  if (block.span.end > parent.end) parent.end = block.span.end;
}

/** Ends `container` and puts it where it belongs in its parent. */
export function closeContainer(container: Container, parent: Container, text: string): void {
  closeList(container);
  if (container.kind === 'item') parent.list?.items.push(listItem(container, text));
  else if (container.kind !== 'document')
    addBlock(parent, { kind: container.kind, span: span(container.start, container.end) });
}

/** An array that was pushed to has room for 16 more, so a copy is held. */
export function closeList(parent: Container): void {
  const { list } = parent;
  if (list === undefined) return;
  parent.list = undefined;
  const { markerType, start, items } = list;
  const block: List = {
    kind: 'list',
    span: span(start, items[items.length - 1]?.span.end ?? start),
    ordered: markerType !== HYPHEN && markerType !== ASTERISK && markerType !== PLUS,
    items: items.slice(),
  };
  addChild(parent, block);
}

function listItem(container: Container, text: string): ListItem {
  const { start, end, markerEnd, textStart, textEnd, children, task } = container;
  const itemSpan = { start, end };
  const marker = text.slice(start, markerEnd);
  const markerSpan = { start, end: markerEnd };
  const textSpan = { start: textStart, end: textEnd };
  // Two literals, as spreading one into the other makes long lists several times slower.
  return task === undefined
    ? { span: itemSpan, marker, markerSpan, textSpan, children }
    : { span: itemSpan, marker, markerSpan, task, textSpan, children };
}
