import type { Table, TableRow } from '../markdown/blocks.js';
import type { Located, Span } from '../markdown/span.js';
import { locate } from './located.js';
import type { FieldRow } from './spec/spec.js';

/** Whether the table is one of `| Field | Value |`, in any letter case. */
export function isFieldTable({ header }: Table, text: string): boolean {
  const [field, value, ...more] = header.cells.map((cell) => bareWord(text, cell.span).value.toLowerCase());
  return field === 'field' && value === 'value' && more.length === 0;
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

const marks = new Set(['*', '_', '`', ':', '：', ' ', '\t']);

/** A stretch without the emphasis marks, backticks, colons and spaces around it. */
export function bareWord(text: string, { start, end }: Span): Located {
  while (start < end && marks.has(text.charAt(start))) start++;
  while (end > start && marks.has(text.charAt(end - 1))) end--;
  return locate(text, { start, end });
}

function endOf({ span }: TableRow): Span {
  return { start: span.end, end: span.end };
}
