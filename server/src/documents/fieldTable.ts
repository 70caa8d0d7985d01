import { isLetter } from '../base/characters.js';
import type { Table, TableCell, TableRow } from '../markdown/blocks.js';
import { type Located, type Span, span } from '../markdown/span.js';
import { locate } from './located.js';
import type { FieldRow } from './spec/spec.js';

/** Whether the table is one of `| Field | Value |`, in any letter case. */
export function isFieldTable({ header }: Table, text: string): boolean {
  const [field, value] = header.cells.length === 2 ? header.cells : [];
  return isWord(text, field, 'field') && isWord(text, value, 'value');
}

function isWord(text: string, cell: TableCell | undefined, word: string): boolean {
  return cell !== undefined && bareWord(text, cell.span).value.toLowerCase() === word;
}

/** The rows of a Field/Value table: keys without emphasis, backticks and colon; values as they are, `\|` unescaped. */
export function fieldRows({ rows }: Table, text: string): readonly FieldRow[] {
  return rows.map((row) => ({
    span: row.span,
    key: bareWord(text, row.cells[0]?.span ?? endOf(row)),
    value: cellAt(row, 1),
  }));
}

/** A cell's text with its place; an empty one at the row's end where the row is too short. */
export function cellAt(row: TableRow, column: number): Located {
  const cell = row.cells[column];
  return cell ? { value: cell.text, span: cell.span } : { value: '', span: endOf(row) };
}

const marks = new Set(Array.from('*_`:： \t', (mark) => mark.charCodeAt(0)));
const isMark = (unit: number): boolean => !isLetter(unit) && marks.has(unit);

/** A stretch without the emphasis marks, backticks, colons and spaces around it. */
export function bareWord(text: string, within: Span): Located {
  let { start, end } = within;
  while (start < end && isMark(text.charCodeAt(start))) start++;
  while (end > start && isMark(text.charCodeAt(end - 1))) end--;
  return locate(text, start === within.start && end === within.end ? within : span(start, end));
}

function endOf({ span: { end } }: TableRow): Span {
  return span(end, end);
}
