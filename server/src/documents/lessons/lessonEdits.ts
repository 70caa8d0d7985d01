import { canAppend } from '../../markdown/append.js';
import { escapeCell } from '../../markdown/escapeCell.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { ParsedDocument } from '../document.js';
import { type LessonRow, lessonsTableHead } from './lessons.js';

type LessonsDocument = Pick<ParsedDocument<'lessons'>, 'text' | 'blocks' | 'lines' | 'model'>;

/** A row of the table: each text is one line. */
export function lessonRow(...cells: readonly [date: string, lesson: string, context: string]): string {
  return `| ${cells.map(escapeCell).join(' | ')} |`;
}

/** A lessons file with nothing but these rows, with `\n` as line break. */
export function newLessons(title: string, rows: readonly string[]): string {
  return [`# ${title}`, '', ...lessonsTableHead, ...rows, ''].join('\n');
}

/**
 * Writes rows at the end of the table, wherever it is; if there is none, the table at the end of the file.
 *
 * @returns undefined if nothing can be written at its end.
 */
export function appendLessons(document: LessonsDocument, rows: readonly string[]): TextEdit | undefined {
  const { text, model } = document;
  const br = lineBreakOf(text);
  if (model.table) {
    // A line of text right below a table is a row of one cell to Markdown, and a footer to who wrote it.
    const last = model.rows.findLast(({ row }) => row.cells.length > 1);
    const at = (last?.row.span ?? model.table.delimiterSpan).end;
    return { span: span(at, at), newText: rows.map((row) => br + row).join('') };
  }
  if (!canAppend(document)) return undefined;
  const written = text.replace(/^\uFEFF/u, '');
  const apart = written === '' ? '' : /(?:\r\n|\n|\r)$/u.test(written) ? br : br + br;
  const newText = apart + [...lessonsTableHead, ...rows, ''].join(br);
  return { span: span(text.length, text.length), newText };
}

/** Takes the first rows of the table out; all other lines stay. */
export function removeFirstLessons({ text, lines, model: { rows } }: LessonsDocument, count: number): TextEdit {
  const startOf = (row: LessonRow | undefined): number =>
    row ? lines.lineStart(lines.positionAt(row.row.span.start).line) : text.length;
  const start = startOf(rows[0]);
  const end = count < rows.length ? startOf(rows[count]) : (rows.at(-1)?.row.span.end ?? start);
  return { span: span(start, end), newText: '' };
}
