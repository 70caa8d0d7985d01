import {
  ASTERISK,
  BACKTICK,
  GREATER_THAN,
  HASH,
  HYPHEN,
  LINE_FEED,
  SPACE,
  VERTICAL_BAR,
  isLetter,
  skipBlanks,
  trimBlanks,
} from '../base/characters.js';
import { atxHeading } from './atxHeading.js';
import type { Block, Fence, Table, TableRow } from './blocks.js';
import { addOneLineItem, closeList, type Container } from './containers.js';
import { isPlainText } from './lineClassifier.js';
import { span } from './span.js';
import { delimiterColumns, isLonePipe, tableRow } from './table.js';
import { readTask } from './task.js';

/**
 * Adds to the document the blocks from `from` on that are certain without opening and closing anything: ATX headings, paragraphs, quotes
 * and bullets of one line, tables, and fences of three backticks, each beginning without indentation. So are most. Written as one loop, because it runs on every
 * line, mostly in code that the engine has not optimized: there, a call or a property costs as much as ten comparisons.
 *
 * @param text without a carriage return.
 * @param from the start of a line, with nothing open above it but a list.
 * @returns the start of the first line that it leaves: that may be anything.
 */
export function takeSimpleBlocks(text: string, from: number, document: Container): number {
  for (let at = from; ;) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_FEED) {
      at++;
      continue;
    }
    let end = lineEnd(text, at);
    let block: Block | undefined;
    if (unit === HASH) block = atxHeading(text, at, end);
    else if (unit === VERTICAL_BAR) {
      block = simpleTable(text, at, end);
      if (block !== undefined) end = block.span.end;
    } else if ((unit === HYPHEN || unit === ASTERISK) && text.charCodeAt(at + 1) === SPACE) {
      const task = readTask(text, at + 2, end);
      if ((task === undefined && !isPlainText(text, at + 2)) || !isItemEnded(text, end, unit)) return at;
      addOneLineItem(document, text, at, end, unit, task);
      at = end + 1;
      continue;
    } else if (unit === BACKTICK && text.startsWith('```', at)) {
      block = simpleFence(text, at, end);
      if (block !== undefined) end = block.span.end;
    } else if (unit === GREATER_THAN) {
      // What is in it does not matter.
      if (isEnded(text, end)) block = { kind: 'blockQuote', span: span(at, end) };
    } else if ((isLetter(unit) || isPlainText(text, at)) && isEnded(text, end))
      block = { kind: 'paragraph', span: span(at, end) };
    if (block === undefined) return at;
    if (document.list !== undefined) closeList(document);
    document.children.push(block);
    at = end + 1;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Whether an empty line, or none, follows the one that ends at `end`. */
function isEnded(text: string, end: number): boolean {
  return text.charCodeAt(end + 1) === LINE_FEED || end + 1 >= text.length;
}

/** Whether the item with a bullet ends with the line: a like item follows, nothing, or anything behind an empty line. */
function isItemEnded(text: string, end: number, bullet: number): boolean {
  const following = text.charCodeAt(end + 1);
  if (following === LINE_FEED) return text.charCodeAt(end + 2) > SPACE || end + 2 >= text.length;
  return following === bullet ? text.charCodeAt(end + 2) === SPACE : end + 1 >= text.length;
}

/** The fence that the line opens, if the next three backticks close it. */
function simpleFence(text: string, start: number, openingEnd: number): Fence | undefined {
  const marksEnd = start + 3;
  const contentStart = openingEnd + 1;
  const closing = text.indexOf('```', marksEnd);
  if (closing < contentStart || text.charCodeAt(closing - 1) !== LINE_FEED) return undefined;
  const end = lineEnd(text, closing);
  if (trimBlanks(text, closing + 3, end) !== closing + 3) return undefined;
  // With one more it is a longer fence, and with one behind the info a code span.
  if (text.slice(marksEnd, openingEnd).includes('`')) return undefined;
  const infoStart = skipBlanks(text, marksEnd, openingEnd);
  const infoSpan =
    infoStart === openingEnd ? span(marksEnd, marksEnd) : span(infoStart, trimBlanks(text, infoStart, openingEnd));
  const contentSpan = span(contentStart, Math.max(contentStart, closing - 1));
  const whole = span(start, end);
  return {
    kind: 'fence',
    marker: '`',
    info: text.slice(infoSpan.start, infoSpan.end),
    infoSpan,
    contentSpan,
    closed: true,
    span: whole,
  };
}

/** The table that the line begins, if each of its lines begins with a pipe and an empty line, or none, follows. */
function simpleTable(text: string, start: number, headerEnd: number): Table | undefined {
  if (text.charCodeAt(headerEnd + 1) !== VERTICAL_BAR) return undefined;
  const delimiterSpan = span(headerEnd + 1, lineEnd(text, headerEnd + 1));
  let { end } = delimiterSpan;
  const columns = delimiterColumns(text, headerEnd + 1, end);
  if (columns === 0) return undefined;
  const header = tableRow(text, start, headerEnd);
  if (header.cells.length !== columns || isLonePipe(text, start, headerEnd)) return undefined;
  const rows: TableRow[] = [];
  for (let at = end + 1; text.charCodeAt(at) === VERTICAL_BAR; at = end + 1) {
    end = lineEnd(text, at);
    rows.push(tableRow(text, at, end));
  }
  if (!isEnded(text, end)) return undefined;
  return { kind: 'table', header, delimiterSpan, columns, rows: rows.slice(), span: span(start, end) };
}
