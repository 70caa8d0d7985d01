import { removeEntries } from '../../documents/board/boardEdits.js';
import { defineOperation } from '../operation.js';
import { boardEdit, outlineOfBoard, outlines } from '../support/boardOutline.js';
import { entriesField } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { itemOf } from '../support/findEntry.js';
import { findHeadingEntries } from '../support/headingEntry.js';

/** Takes entries off the board. */
export const remove = defineOperation({
  name: 'board remove',
  group: 'board',
  summary: 'Removes entries from the board',
  details:
    'Removes their tasks and notes as well. Specs, test cases and everything else of the items stay. To keep finished entries, use `board archive`.',
  example: { items: ['STORY-042'] },
  fields: { items: entriesField },
  reads: ['board'],
  needs: 'documents',
  writes: true,
  plan: (workspace, { items }) => {
    const board = findBoard(workspace);
    const entries = findHeadingEntries(board, items).map(({ entry }) => entry);
    const expected = outlineOfBoard(board, (all) => outlines(all.filter((entry) => !entries.includes(entry))));
    const ids = entries.map(itemOf);
    return {
      changes: [boardEdit(board, removeEntries(board, entries), expected)],
      answer: { message: `${ids.join(', ')} removed from the board`, data: { items: ids } },
    };
  },
});
