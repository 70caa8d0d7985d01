import { appendToArchive, archiveName, newArchive } from '../../documents/archive/archiveEdits.js';
import { removeEntries } from '../../documents/board/boardEdits.js';
import { sharedIds } from '../../documents/board/entryPlace.js';
import type { ParsedDocument } from '../../documents/document.js';
import { extentOf } from '../../documents/board/entryExtent.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { openTasks } from '../../rules/drift/boardState.js';
import { count } from '../../base/count.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import { defineOperation, type OperationWorkspace } from '../operation.js';
import { findArchived, isSame } from '../support/archivedEntries.js';
import { archiveEdit, boardEdit, outlineOfBoard, outlines } from '../support/boardOutline.js';
import { entriesField, entryProblem } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { entriesOf, type FoundEntry, itemOf } from '../support/findEntry.js';
import { findHeadingEntries } from '../support/headingEntry.js';
import { newFile } from '../support/newFile.js';

/** Moves finished entries into the archive of the month. */
export const archive = defineOperation({
  name: 'board archive',
  group: 'board',
  summary: 'Moves finished entries from the board to this month’s archive',
  details:
    'Only the entries move: section headings and text at the end of the page stay. An entry is finished if it has no open task and is in Done or has all its tasks ticked; `--all-done` archives those in Done and lists what it left. The archive is written before the board, so an interruption loses nothing; run the command again to finish.',
  example: { allDone: true },
  fields: {
    items: {
      type: 'texts',
      description: entriesField.description,
      positional: true,
      check: entryProblem,
      completes: 'item',
    },
    allDone: { type: 'flag', description: 'all entries in Done that have no open task' },
    withOpenTasks: { type: 'flag', description: 'the items to archive' },
  },
  reads: ['board', 'archive'],
  needs: 'documents',
  writes: true,
  plan: async (workspace, { items, allDone, withOpenTasks }) => {
    if (items.length > 0 === allDone) throw new Refused('invalid-input', 'specify either items or all-done, not both');
    const board = findBoard(workspace);
    const { chosen, left } = allDone ? finished(board) : { chosen: findHeadingEntries(board, items), left: [] };
    if (!allDone && !withOpenTasks) for (const found of chosen) requireFinished(found);
    const ids = chosen.map(({ entry }) => itemOf(entry));
    const file = `${workspace.configuration.paths.archive}/${archiveName(workspace.now)}`;
    const data = { items: ids, archive: file, left };
    const leftWords = left.length === 0 ? '' : `; left on the board: ${left.join(', ')}`;
    if (ids.length === 0) return { answer: { message: `nothing in Done is finished${leftWords}`, data } };
    const entries = chosen.map(({ entry }) => entry);
    const expected = outlineOfBoard(board, (all) => outlines(all.filter((entry) => !entries.includes(entry))));
    return {
      changes: [
        ...(await toArchive(workspace, board, chosen, file)),
        boardEdit(board, removeEntries(board, entries), expected),
      ],
      answer: { message: `${ids.join(', ')} moved to ${file}${leftWords}`, data },
    };
  },
});

type Board = ParsedDocument<'board'>;

/** The entries of Done without open tasks, and the ids or titles of the others. */
function finished(board: Board): { readonly chosen: readonly FoundEntry[]; readonly left: readonly string[] } {
  const inDone = entriesOf(board.model).filter(({ section }) => section?.kind === 'done');
  // Of an item that has another entry, the work may go on there.
  const shared = sharedIds(board.model);
  const isFinished = ({ entry: { form, id, tasks } }: FoundEntry): boolean =>
    form === 'heading' && id !== undefined && !shared.has(id.value) && openTasks({ tasks }).length === 0;
  return {
    chosen: inDone.filter(isFinished),
    left: inDone.filter((found) => !isFinished(found)).map(({ entry }) => itemOf(entry)),
  };
}

/** @throws Refused if there is something left to do. */
function requireFinished({ entry, section }: FoundEntry): void {
  const id = itemOf(entry);
  const open = openTasks(entry);
  const way = 'or archive it anyway with with-open-tasks';
  if (open.length > 0)
    throw new Refused(
      'not-allowed',
      `${id} has ${count(open.length, 'open task')}: tick what is done, ${way}`,
      open.map(({ text }) => text.value),
    );
  if (section?.kind !== 'done' && entry.tasks.length === 0)
    throw new Refused('not-allowed', `${id} is not in Done and has no ticked tasks: move it there, ${way}`);
}

/** What has to be written into archives; of an entry that is already there, letter for letter, nothing. @throws Refused */
async function toArchive(
  workspace: OperationWorkspace,
  board: Board,
  chosen: readonly FoundEntry[],
  file: string,
): Promise<readonly FileChange[]> {
  const coming = chosen
    .map(({ entry }) => entry)
    .filter((entry) => {
      const [there] = findArchived(workspace, entry.id?.value ?? '');
      if (there && !isSame(board, entry, there))
        throw new Refused(
          'exists',
          `${entry.id?.value ?? ''} is already in ${there.archive.path} with different text: remove one of the two`,
        );
      return !there;
    });
  if (coming.length === 0) return [];
  const texts = coming.map((entry) => {
    const { start, end } = extentOf(board, entry);
    return board.text.slice(start, end);
  });
  const existing = workspace.project.ofKind('archive').find(({ path }) => path === file);
  if (!existing) return [await newFile(workspace, { path: file, text: newArchive(texts, lineBreakOf(board.text)) })];
  const edit = appendToArchive(existing, texts);
  return [archiveEdit(existing, edit && [edit], [...outlines(existing.model.entries), ...outlines(coming)])];
}
