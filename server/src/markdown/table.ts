import type { TableCell, TableRow } from './blocks.js';
import { BACKSLASH, SPACE, TAB, VERTICAL_BAR, trimBlanks } from '../base/characters.js';
import { span } from './span.js';

// Tables of GFM (https://github.github.com/gfm/#tables-extension-). Rows are split into cells before anything inline is
// looked at: a pipe in a code span divides cells unless a backslash is before it.

const delimiterRow = /^(?=.*[|:])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const everyDelimiter = /-+/g;

/** The number of columns of a delimiter row, 0 where the line is none. */
export function delimiterColumns(text: string, at: number, end: number): number {
  const line = text.slice(at, end);
  return delimiterRow.test(line) ? (line.match(everyDelimiter)?.length ?? 0) : 0;
}

/** The number of cells of a row; a space rest after the last pipe is no cell. A lone pipe has none. */
export function countCells(text: string, at: number, end: number): number {
  const last = trimBlanks(text, at, end);
  if (at === last) return 0;
  let cells = 0;
  let offset = text.charCodeAt(at) === VERTICAL_BAR ? at + 1 : at;
  while (offset < last) {
    offset = cellEnd(text, offset, last) + 1;
    cells++;
  }
  return cells;
}

/** Whether a line is nothing but a pipe, which is no row with a cell. */
export function isLonePipe(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === VERTICAL_BAR && trimBlanks(text, at, end) === at + 1;
}

/** The row that is between `at`, the line's first character after its indentation, and `end`. */
export function tableRow(text: string, at: number, end: number): TableRow {
  const last = text.charCodeAt(end - 1) === VERTICAL_BAR ? end : trimBlanks(text, at, end);
  const start = text.charCodeAt(at) === VERTICAL_BAR ? at + 1 : at;
  const inside = text.slice(start, last);
  const cells = inside.includes('\\') ? escapedCells(text, start, last) : plainCells(text, inside, start);
  return { span: span(at, end), cells };
}

function escapedCells(text: string, start: number, last: number): readonly TableCell[] {
  const cells: TableCell[] = [];
  let offset = start;
  while (offset < last || cells.length === 0) {
    const divider = cellEnd(text, offset, last);
    const cell = tableCell(text, offset, divider);
    cells.push({ span: cell.span, text: unescapePipes(cell.text) });
    offset = divider + 1;
  }
  return cells;
}

/** The cells of a row without backslashes, which every pipe divides: the engine's own search finds them. */
function plainCells(text: string, inside: string, start: number): readonly TableCell[] {
  const cells: TableCell[] = [];
  const { length } = inside;
  let from = 0;
  do {
    let to = inside.indexOf('|', from);
    if (to < 0) to = length;
    cells.push(tableCell(text, start + from, start + to));
    from = to + 1;
  } while (from < length);
  return cells.slice();
}

/** The cell between two pipes, its pipes still escaped. Written without calls, as there are many. */
function tableCell(text: string, from: number, to: number): TableCell {
  let start = from;
  let unit = text.charCodeAt(start);
  while (start < to && (unit === SPACE || unit === TAB)) unit = text.charCodeAt(++start);
  // A blank cell's span is one space behind its pipe, where its text would be written.
  if (start >= to) {
    const inside = Math.min(from + 1, to);
    return { span: span(inside, inside), text: '' };
  }
  let end = to;
  unit = text.charCodeAt(end - 1);
  while (unit === SPACE || unit === TAB) unit = text.charCodeAt(--end - 1);
  return { span: span(start, end), text: text.slice(start, end) };
}

function unescapePipes(raw: string): string {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', at + 2)) {
    if (raw.charCodeAt(at + 1) === VERTICAL_BAR) {
      text += raw.slice(from, at);
      from = at + 1;
    }
  }
  return text + raw.slice(from);
}

/** The offset of the pipe that ends the cell which `at` is in, or `end`. */
function cellEnd(text: string, at: number, end: number): number {
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === VERTICAL_BAR) return at;
    if (unit === BACKSLASH && at + 1 < end) {
      const escaped = text.charCodeAt(at + 1);
      if (escaped === BACKSLASH || escaped === VERTICAL_BAR) at++;
    }
  }
  return end;
}
