import type { TableCell, TableRow } from './blocks.js';
import { BACKSLASH, COLON, HYPHEN, VERTICAL_BAR, skipBlanks, trimBlanks } from '../base/characters.js';
import { span } from './span.js';

// Tables of GFM (https://github.github.com/gfm/#tables-extension-). Rows are split into cells before anything inline is
// looked at: a pipe in a code span divides cells unless a backslash is before it.

/** The number of columns of a delimiter row, 0 where the line is none. */
export function delimiterColumns(text: string, at: number, end: number): number {
  let columns = 0;
  let seen = false;
  let offset = at;
  if (text.charCodeAt(offset) === VERTICAL_BAR) {
    seen = true;
    offset = skipBlanks(text, offset + 1, end);
  }
  while (offset < end) {
    if (text.charCodeAt(offset) === COLON) {
      seen = true;
      offset++;
    }
    const dashes = offset;
    while (offset < end && text.charCodeAt(offset) === HYPHEN) offset++;
    if (offset === dashes) return 0;
    if (offset < end && text.charCodeAt(offset) === COLON) {
      seen = true;
      offset++;
    }
    columns++;
    offset = skipBlanks(text, offset, end);
    if (offset === end) break;
    if (text.charCodeAt(offset) !== VERTICAL_BAR) return 0;
    seen = true;
    offset = skipBlanks(text, offset + 1, end);
  }
  return seen ? columns : 0;
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
  const last = trimBlanks(text, at, end);
  let offset = text.charCodeAt(at) === VERTICAL_BAR ? at + 1 : at;
  const inside = text.slice(offset, last);
  if (!inside.includes('\\')) return { span: { start: at, end }, cells: plainCells(text, inside, offset) };
  const cells: TableCell[] = [];
  while (offset < last || cells.length === 0) {
    const divider = cellEnd(text, offset, last);
    const cell = tableCell(text, offset, divider);
    cells.push({ span: cell.span, text: unescapePipes(cell.text) });
    offset = divider + 1;
  }
  return { span: span(at, end), cells };
}

/** The cells of a row without backslashes, which every pipe divides: the engine's own search finds them. */
function plainCells(text: string, inside: string, start: number): readonly TableCell[] {
  const parts = inside.split('|');
  if (parts.length > 1 && inside.endsWith('|')) parts.pop();
  let offset = start;
  return parts.map(({ length }) => {
    const cell = tableCell(text, offset, offset + length);
    offset += length + 1;
    return cell;
  });
}

/** The cell between two pipes, its pipes still escaped. */
function tableCell(text: string, from: number, to: number): TableCell {
  const start = skipBlanks(text, from, to);
  // A blank cell's span is one space behind its pipe, where its text would be written.
  if (start === to) {
    const inside = Math.min(from + 1, to);
    return { span: { start: inside, end: inside }, text: '' };
  }
  const end = trimBlanks(text, start, to);
  return { span: { start, end }, text: text.slice(start, end) };
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
