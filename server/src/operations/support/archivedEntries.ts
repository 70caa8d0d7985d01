import type { Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { extentOf } from '../../documents/board/entryExtent.js';
import { comparableText } from '../../base/comparableText.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';

/** An entry of an archive. */
export interface ArchivedEntry {
  readonly archive: ParsedDocument<'archive'>;
  readonly entry: Entry;
}

/**
 * The entries of an item in all archives; ids match whole.
 *
 * @throws Refused if one of them cannot be read: it is never treated as an empty one.
 */
export function findArchived({ project }: OperationWorkspace, id: string): readonly ArchivedEntry[] {
  return project.ofKind('archive').flatMap((archive) => {
    const { path, problems, model } = archive;
    const [problem] = problems;
    if (problem) throw new Refused('unreadable', `cannot tell whether ${id} is in ${path}. ${problem.message}`, [path]);
    return model.entries.filter((entry) => entry.id?.value === id).map((entry) => ({ archive, entry }));
  });
}

/** Whether an archive holds an entry letter for letter: a process was ended between writing the archive and the board. */
export function isSame(board: ParsedDocument<'board'>, entry: Entry, archived: ArchivedEntry): boolean {
  const own = extentOf(board, entry);
  const other = extentOf(archived.archive, archived.entry);
  return (
    comparableText(board.text.slice(own.start, own.end)) ===
    comparableText(archived.archive.text.slice(other.start, other.end))
  );
}
