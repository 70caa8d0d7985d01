import type { Entry, Task } from '../../documents/board/board.js';
import { appendTask, removeTask as takeOut, rewrite } from '../../documents/board/taskEdits.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { taskProblem } from '../support/boardText.js';
import { changeEntry } from '../support/changeEntry.js';
import { entryField, taskField } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findEntry, itemOf } from '../support/findEntry.js';
import { findTask } from '../support/findTask.js';
import { findHeadingEntry } from '../support/headingEntry.js';

const common = { group: 'board', reads: ['board'], needs: 'documents', writes: true } as const;

/** Adds an open task to an entry. */
export const addTask = defineOperation({
  ...common,
  name: 'board add-task',
  summary: 'Adds an open task to an entry',
  details: 'The task is added after the last one, with the same indentation. Duplicate tasks are rejected.',
  example: { item: 'STORY-042', text: 'Read it back' },
  fields: {
    item: entryField,
    text: { type: 'text', description: 'what to do', required: true, positional: true, check: taskProblem },
  },
  plan: (workspace, { item: meant, text: given }) => {
    const board = findBoard(workspace);
    const { entry } = findHeadingEntry(board, meant);
    const item = itemOf(entry);
    const text = given.trim();
    refuseTwice(entry, item, text);
    const edit = appendTask(board, entry, text);
    const at = entry.tasks.filter(({ span }) => span.end <= edit.span.start).length;
    const change = changeEntry(board, entry, edit, (outline) => ({
      ...outline,
      tasks: outline.tasks.toSpliced(at, 0, { checked: false, text }),
    }));
    return {
      changes: [change],
      answer: { message: `${item}: added "${text}"`, data: { item, task: text, number: at + 1 } },
    };
  },
});

/** Takes a task out of an entry. */
export const removeTask = defineOperation({
  ...common,
  name: 'board remove-task',
  summary: 'Removes a task from an entry',
  details: 'Notes below it are removed as well. A task with subtasks is rejected.',
  example: { item: 'STORY-042', task: '2' },
  fields: { item: entryField, task: taskField },
  plan: (workspace, { item: meant, task: named }) => {
    const board = findBoard(workspace);
    const { entry } = findEntry(board, meant);
    const item = itemOf(entry);
    const task = findTask(entry, named);
    const at = entry.tasks.indexOf(task);
    const edit = takeOut(board, entry, task);
    if (!edit)
      throw new Refused(
        'not-allowed',
        `"${task.text.value}" has subtasks, or shares its line with others: remove these first`,
      );
    const change = changeEntry(board, entry, edit, (outline) => ({
      ...outline,
      tasks: outline.tasks.toSpliced(at, 1),
    }));
    const data = { item, task: task.text.value, number: at + 1, ticked: task.checked };
    return { changes: [change], answer: { message: `${item}: removed "${task.text.value}"`, data } };
  },
});

/** Writes the text of a task again. */
export const editTask = defineOperation({
  ...common,
  name: 'board edit-task',
  summary: 'Changes the text of a task',
  details: 'Its tick and the notes below it do not change.',
  example: { item: 'STORY-042', task: '2', text: 'Read it back at the next visit' },
  fields: {
    item: entryField,
    task: taskField,
    text: { type: 'text', description: 'the new text', required: true, positional: true, check: taskProblem },
  },
  plan: (workspace, { item: meant, task: named, text: given }) => {
    const board = findBoard(workspace);
    const { entry } = findEntry(board, meant);
    const item = itemOf(entry);
    const task = findTask(entry, named);
    const text = given.trim();
    const before = task.text.value;
    const data = { item, task: text, before, changed: text !== before };
    if (text === before) return { answer: { message: `${item}: "${text}" is already the text`, data } };
    refuseTwice(entry, item, text, task);
    const at = entry.tasks.indexOf(task);
    const change = changeEntry(board, entry, rewrite(board, task.text, text), (outline) => ({
      ...outline,
      tasks: outline.tasks.map((one, index) => (index === at ? { checked: task.checked, text } : one)),
    }));
    return { changes: [change], answer: { message: `${item}: "${before}" is now "${text}"`, data } };
  },
});

/** @throws Refused if another task of the entry is called so: they would be ambiguous. */
function refuseTwice({ tasks }: Entry, item: string, text: string, except?: Task): void {
  if (tasks.some((task) => task !== except && task.text.value === text))
    throw new Refused('exists', `${item} already has a task "${text}": use a different text`);
}
