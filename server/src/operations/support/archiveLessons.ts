import type { ParsedDocument } from '../../documents/document.js';
import { appendLessons, newLessons } from '../../documents/lessonEdits.js';
import type { LessonRow } from '../../documents/lessons.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { isoDate } from '../../rules/otherDocuments/isoDate.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';
import { localDate } from './localDate.js';

/**
 * Writes the first rows of the lessons, as they stand, to the archives of their months (formats reference, A6). A row without a day
 * goes to the archive of this month.
 */
export async function archiveLessons(
  { configuration, readFile, now }: OperationWorkspace,
  { text, model }: ParsedDocument<'lessons'>,
  count: number,
): Promise<readonly FileChange[]> {
  const months = new Map<string, string[]>();
  const monthOf = ({ date: { value } }: LessonRow): string => (isoDate(value) ? value : localDate(now)).slice(0, 7);
  for (const row of model.rows.slice(0, count)) {
    const month = monthOf(row);
    months.set(month, [...(months.get(month) ?? []), text.slice(row.row.span.start, row.row.span.end).trimEnd()]);
  }
  const { lessons } = configuration.paths;
  const folder = lessons.slice(0, lessons.lastIndexOf('/') + 1);
  return Promise.all(
    Array.from(months, async ([month, rows]): Promise<FileChange> => {
      const path = `${folder}archive/lessons_archive_${month.replace('-', '')}.md`;
      const there = await readFile(path);
      if (there === undefined) return { kind: 'create', path, text: newLessons(`Lessons Archive (${month})`, rows) };
      const edit = appendLessons(await parseDocument('lessons', path, there), rows);
      if (!edit)
        throw new Refused('not-allowed', `${path} ends in a fence or comment that is never closed: close it first`);
      return { kind: 'edit', path, edits: [edit] };
    }),
  );
}
