import { rewrite } from '../../documents/board/taskEdits.js';
import { defineOperation } from '../operation.js';
import { entryTitleProblem } from '../support/boardText.js';
import { changeEntry } from '../support/changeEntry.js';
import { entryField } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findEntry, itemOf } from '../support/findEntry.js';

/** Writes the title of an entry again. */
export const editTitle = defineOperation({
  name: 'board edit-title',
  group: 'board',
  summary: 'Changes the title of an entry',
  details: 'The title of its spec does not change; if the two differ, PW618 reports it.',
  example: { item: 'STORY-042', title: 'Keep the cart for a week' },
  fields: {
    item: entryField,
    title: { type: 'text', description: 'the new title', required: true, positional: true, check: entryTitleProblem },
  },
  reads: ['board'],
  needs: 'documents',
  writes: true,
  plan: (workspace, { item: meant, title: named }) => {
    const board = findBoard(workspace);
    const { entry } = findEntry(board, meant);
    const item = itemOf(entry);
    const title = named.trim();
    const before = entry.title.value;
    const data = { item, title, before, changed: title !== before };
    if (title === before) return { answer: { message: `the title of ${item} is already "${title}"`, data } };
    return {
      changes: [changeEntry(board, entry, rewrite(board, entry.title, title), (outline) => ({ ...outline, title }))],
      answer: { message: `changed the title of ${item} to "${title}"`, data },
    };
  },
});
