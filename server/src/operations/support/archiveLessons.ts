import type { ParsedDocument } from '../../documents/document.js';
import { appendLessons, newLessons } from '../../documents/lessons/lessonEdits.js';
import type { LessonRow } from '../../documents/lessons/lessons.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { isoDate } from '../../rules/otherDocuments/isoDate.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';
import { localDate } from './localDate.js';

/** Where the first lessons go. */
export interface ArchivedLessons {
  /** The archives that have the rows afterwards, those included that had them all before. */
  readonly archives: readonly string[];
  readonly changes: readonly FileChange[];
}

/**
 * Writes the first rows of the lessons, as they are, to the archives of their months (formats reference, A6). A row without a day
 * goes to the archive of this month. A row that its archive has already, cell for cell, is not written again: the archive is
 * written before the table, and what ended between the two is carried out once more.
 *
 * @param count how many rows, from the first on.
 * @throws Refused if nothing can be written at the end of an archive.
 */
export async function archiveLessons(
  { configuration, readFile, now }: OperationWorkspace,
  { text, model }: ParsedDocument<'lessons'>,
  count: number,
): Promise<ArchivedLessons> {
  const months = new Map<string, LessonRow[]>();
  const monthOf = ({ date: { value } }: LessonRow): string => (isoDate(value) ? value : localDate(now)).slice(0, 7);
  for (const row of model.rows.slice(0, count)) {
    const month = monthOf(row);
    months.set(month, [...(months.get(month) ?? []), row]);
  }
  const { lessons } = configuration.paths;
  const folder = lessons.slice(0, lessons.lastIndexOf('/') + 1);
  const asWritten = ({ row }: LessonRow): string => text.slice(row.span.start, row.span.end).trimEnd();
  const archived = await Promise.all(
    Array.from(months, async ([month, rows]): Promise<{ path: string; change?: FileChange }> => {
      const path = `${folder}archive/lessons_archive_${month.replace('-', '')}.md`;
      const there = await readFile(path);
      if (there === undefined)
        return {
          path,
          change: { kind: 'create', path, text: newLessons(`Lessons Archive (${month})`, rows.map(asWritten)) },
        };
      const archive = await parseDocument('lessons', path, there);
      const known = new Set(archive.model.rows.map(cellsOf));
      const missing = rows.filter((row) => !known.has(cellsOf(row)));
      if (missing.length === 0) return { path };
      const edit = appendLessons(archive, missing.map(asWritten));
      if (!edit) throw new Refused('not-allowed', `${path} ends with an unclosed fence or comment: close it first`);
      return { path, change: { kind: 'edit', path, edits: [edit] } };
    }),
  );
  return {
    archives: archived.map(({ path }) => path),
    changes: archived.flatMap(({ change }) => (change ? [change] : [])),
  };
}

/** The cells of a row as one text, however it is padded. */
function cellsOf({ row }: LessonRow): string {
  return JSON.stringify(row.cells.map((cell) => cell.text));
}
