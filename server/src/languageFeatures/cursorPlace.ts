import type { AnyDocument } from '../documents/document.js';
import { bareWord } from '../documents/fieldTable.js';
import type { Block, Table } from '../markdown/blocks.js';
import { codeSpans, inlineComments } from '../markdown/codeSpans.js';
import { contains, type Span } from '../markdown/span.js';

/** What is around a cursor. */
export interface CursorPlace {
  readonly offset: number;
  /** The line it is in, line break left out. */
  readonly line: Span;
  /** The line up to the cursor, and from it on. */
  readonly before: string;
  readonly after: string;
  /** The Markdown blocks it is in, from the outermost to the innermost. */
  readonly blocks: readonly Block[];
}

export function cursorPlace({ text, lines, blocks }: AnyDocument, offset: number): CursorPlace {
  const { line } = lines.positionAt(offset);
  const start = lines.lineStart(line);
  const end = Math.max(start, lines.offsetAt({ line, character: Number.MAX_SAFE_INTEGER }));
  const at = Math.min(Math.max(offset, start), end);
  return {
    offset: at,
    line: { start, end },
    before: text.slice(start, at),
    after: text.slice(at, end),
    blocks: blocksAt(blocks, at),
  };
}

/** The blocks an offset is in, those in list items too, from the outermost to the innermost; an end counts as inside. */
function blocksAt(blocks: readonly Block[], offset: number): readonly Block[] {
  const found: Block[] = [];
  let level: readonly Block[] | undefined = blocks;
  while (level) {
    const block: Block | undefined = level.findLast(({ span }) => contains(span, offset));
    level = undefined;
    if (!block) break;
    found.push(block);
    if (block.kind === 'list') level = block.items.findLast(({ span }) => contains(span, offset))?.children;
  }
  return found;
}

/**
 * Whether the cursor is in text that is quoted and not said: `block` in a fence (of Gherkin it is no quotation), indented
 * code, HTML or front matter, `inline` in a code span or a comment.
 */
export function quotation({ text }: AnyDocument, { offset, blocks }: CursorPlace): 'block' | 'inline' | undefined {
  const inner = blocks.at(-1);
  if (!inner) return undefined;
  switch (inner.kind) {
    case 'fence':
      return isGherkin(inner.info) && contains(inner.contentSpan, offset) ? undefined : 'block';
    case 'indentedCode':
    case 'html':
    case 'frontMatter':
      return 'block';
    default:
      return [...codeSpans(text, inner.span), ...inlineComments(text, inner.span)].some(
        ({ start, end }) => start < offset && offset < end,
      )
        ? 'inline'
        : undefined;
  }
}

/** Whether a fence's info string names Gherkin. */
function isGherkin(info: string): boolean {
  return /^(?:gherkin|feature|cucumber)\b/iu.test(info);
}

/** The table cell a cursor is in, be the row finished or not. */
export interface CursorCell {
  readonly table: Table;
  /** The column, from 0; may be beyond the table's last. */
  readonly column: number;
  /** The name of the column, in lower case; empty if the table has no such column. */
  readonly columnName: string;
  /** What is in the row's first cell, without emphasis and backticks. */
  readonly key: string;
  /** The cell's text without spaces around it; an empty span at the cursor in a space cell. */
  readonly span: Span;
  /** Whether it is the table's first line. */
  readonly header: boolean;
}

/** Undefined outside tables and in the delimiter row. */
export function cursorCell(
  { text }: AnyDocument,
  { line, before, offset, blocks }: CursorPlace,
): CursorCell | undefined {
  const table = blocks.at(-1);
  if (table?.kind !== 'table' || contains(table.delimiterSpan, offset)) return undefined;
  const pipes = Array.from(before.matchAll(/(?<!\\)\|/gu), ({ index }) => line.start + index);
  const leading = /^\s*\|/u.test(before) ? 1 : 0;
  const column = pipes.length - leading;
  if (column < 0) return undefined;
  const from = (pipes.at(-1) ?? line.start - 1) + 1;
  const next = /(?<!\\)\|/u.exec(text.slice(offset, line.end));
  const to = next ? offset + next.index : line.end;
  const content = text.slice(from, to);
  const blank = content.trim() === '';
  const start = from + content.length - content.trimStart().length;
  const first = /^\s*\|?((?:\\.|[^|\\])*)/u.exec(text.slice(line.start, line.end));
  const firstEnd = line.start + (first?.[0].length ?? 0);
  const name = table.header.cells[column];
  return {
    table,
    column,
    columnName: name ? bareWord(text, name.span).value.toLowerCase() : '',
    key: bareWord(text, { start: firstEnd - (first?.[1]?.length ?? 0), end: firstEnd }).value,
    span: blank
      ? { start: offset, end: offset }
      : { start: Math.min(start, offset), end: Math.max(from + content.trimEnd().length, offset) },
    header: contains(table.header.span, offset),
  };
}
