import { Refused } from '../errorCodes.js';
import { defineOperation, type Operation } from '../operation.js';
import { entryField, taskField } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findEntry, itemOf } from '../support/findEntry.js';
import { findTask } from '../support/findTask.js';

const fields = { item: entryField, task: taskField } as const;

/** Ticks one task: one character changes, and the entry stays where it is. */
export const tick = marking('board tick', true);

/** Takes the tick of one task away. */
export const untick = marking('board untick', false);

function marking(name: string, ticked: boolean): Operation {
  return defineOperation({
    name,
    group: 'board',
    summary: ticked ? 'Ticks a task of an entry' : 'Unticks a task of an entry',
    details:
      'Changes one character of the board. The entry stays in its section: if tasks and section disagree, PW612 reports it, and `board move` fixes it.',
    example: { item: 'STORY-042', task: '1' },
    fields,
    reads: ['board'],
    needs: 'documents',
    writes: true,
    plan: (workspace, { item: meant, task: named }) => {
      const board = findBoard(workspace);
      const { entry } = findEntry(board, meant);
      const item = itemOf(entry);
      const task = findTask(entry, named);
      if (task.text.value === '')
        throw new Refused('not-allowed', `this task of ${item} has no text: add one with board edit-task`);
      const data = { item, task: task.text.value, ticked, changed: task.checked !== ticked };
      if (task.checked === ticked)
        return { answer: { message: `${item}: "${task.text.value}" is already ${ticked ? 'ticked' : 'open'}`, data } };
      return {
        changes: [{ kind: 'edit', path: board.path, edits: [{ span: task.mark.span, newText: ticked ? 'x' : ' ' }] }],
        answer: { message: `${item}: ${ticked ? 'ticked' : 'opened'} "${task.text.value}"`, data },
      };
    },
  });
}
