import type { Block, Table } from '../../markdown/blocks.js';
import type { Problem } from '../parsed.js';
import { bareWord, cellAt } from '../fieldTable.js';
import type { Lessons } from './lessons.js';

/**
 * Reads the lessons (formats reference, A6): the first table whose header begins with Date, Lesson, Context. Never throws.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 */
export function parseLessons(
  text: string,
  blocks: readonly Block[],
): { readonly lessons: Lessons; readonly problems: readonly Problem[] } {
  const table = blocks.find((block): block is Table => block.kind === 'table' && isLessonTable(text, block));
  const rows = (table?.rows ?? []).map((row) => ({
    row,
    date: cellAt(row, 0),
    lesson: cellAt(row, 1),
    ...(row.cells[2] ? { context: cellAt(row, 2) } : {}),
  }));
  return { lessons: { ...(table ? { table } : {}), rows }, problems: [] };
}

function isLessonTable(text: string, { header }: Table): boolean {
  const names = header.cells.slice(0, 3).map((cell) => bareWord(text, cell.span).value.toLowerCase());
  return names.join('|') === 'date|lesson|context';
}
