import { insertEntry, removeEntries } from '../../documents/board/boardEdits.js';
import { extentOf } from '../../documents/board/entryExtent.js';
import { applyEdits } from '../../markdown/textEdit.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { findArchived, isSame } from '../support/archivedEntries.js';
import { archiveEdit, boardEdit, outlineOfBoard, outlineOfEntry, outlines } from '../support/boardOutline.js';
import { itemField, sectionDescription, sectionWords } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { entriesOf, findEntry } from '../support/findEntry.js';
import { findSection, titleOf } from '../support/findSection.js';
import { requireHeading } from '../support/headingEntry.js';

/** Brings an entry back from an archive. */
export const unarchive = defineOperation({
  name: 'board unarchive',
  group: 'board',
  summary: 'Moves an entry from an archive back to the board',
  details:
    'The entry is added at the end of the section. An empty archive is deleted. The board is written before the archive, so an interruption loses nothing; run the command again to finish.',
  example: { item: 'STORY-042' },
  fields: {
    item: itemField,
    section: { type: 'text', description: `${sectionDescription} (default: done)`, completes: sectionWords },
  },
  reads: ['board', 'archive'],
  needs: 'documents',
  writes: true,
  plan: (workspace, { item, section: wanted = 'done' }) => {
    const board = findBoard(workspace);
    const [found, second] = findArchived(workspace, item);
    if (!found) throw new Refused('not-found', `${item} is not in an archive`);
    const { archive, entry } = found;
    if (second)
      throw new Refused('ambiguous', `${item} is archived more than once: remove all but one`, [
        ...new Set([archive.path, second.archive.path]),
      ]);
    requireHeading(entry);
    const section = findSection(board, wanted);
    const isThere = entriesOf(board.model).some((one) => one.entry.id?.value === item);
    if (isThere && !isSame(board, findEntry(board, item).entry, found))
      throw new Refused('exists', `${item} is already on the board with different text: remove one of the two`);
    const { start, end } = extentOf(archive, entry);
    const removal = removeEntries(archive, [entry]);
    const isEmptied = applyEdits(archive.text, removal).trim() === '';
    const expected = outlineOfBoard(board, (entries, of) => [
      ...outlines(entries),
      ...(of === section ? [outlineOfEntry(entry)] : []),
    ]);
    return {
      changes: [
        ...(isThere ? [] : [boardEdit(board, insertEntry(board, section, archive.text.slice(start, end)), expected)]),
        isEmptied
          ? { kind: 'delete', path: archive.path }
          : archiveEdit(archive, removal, outlines(archive.model.entries.filter((one) => one !== entry))),
      ],
      answer: {
        message: `${item} moved from ${archive.path}${isEmptied ? ' (deleted, because it is now empty)' : ''} to ${titleOf(section)}`,
        data: { item, archive: archive.path, section: section.heading.text },
      },
    };
  },
});
