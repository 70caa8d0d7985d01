import { rewrite } from '../../documents/board/taskEdits.js';
import { defineOperation } from '../operation.js';
import { entryTitleProblem } from '../support/boardText.js';
import { changeEntry } from '../support/changeEntry.js';
import { entryField } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findEntry, itemOf } from '../support/findEntry.js';

/** Writes the title of an entry anew. */
export const editTitle = defineOperation({
  name: 'board edit-title',
  group: 'board',
  summary: 'Changes the title of an entry',
  details: 'The title of its spec stays as it is; where the two differ, that is a finding (PW618).',
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
    if (title === before) return { answer: { message: `${item} is called "${title}" already`, data } };
    return {
      changes: [changeEntry(board, entry, rewrite(board, entry.title, title), (outline) => ({ ...outline, title }))],
      answer: { message: `${item} is called "${title}"`, data },
    };
  },
});
