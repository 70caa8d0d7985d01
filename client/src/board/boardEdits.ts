import * as vscode from 'vscode';
import type { BoardMove } from './boardMoves.js';
import type { EntryRow, TaskRow } from './boardRows.js';
import { taskName } from '../editor/boardEntries.js';
import type { Operations } from '../editor/operations.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

/** What the tree changes on the board, each by the operation of that name. All answer whether it was done. */
export interface BoardEdits {
  /** Refuses with a message in Restricted Mode. */
  readonly tick: (row: TaskRow, ticked: boolean) => Promise<boolean>;
  readonly move: (move: BoardMove) => Promise<boolean>;
  readonly addTask: (row: EntryRow, text: string) => Promise<boolean>;
  readonly editTitle: (row: EntryRow, title: string) => Promise<boolean>;
  readonly editTask: (row: TaskRow, text: string) => Promise<boolean>;
  readonly removeTask: (row: TaskRow) => Promise<boolean>;
  readonly remove: (root: string, items: readonly string[]) => Promise<boolean>;
  readonly archive: (root: string, items: readonly string[]) => Promise<boolean>;
  /** All entries in Done that have no open task. */
  readonly archiveDone: (root: string) => Promise<boolean>;
}

export function createBoardEdits(operations: Operations): BoardEdits {
  const run = async (root: string, name: string, input: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const why = vscode.l10n.t('Nothing was changed. The board is read-only in Restricted Mode.');
    return isTrustedOrSay(why) && (await operations.run(root, name, input)).kind === 'done';
  };
  const ofItem = async (
    { board, entry }: Pick<EntryRow, 'board' | 'entry'>,
    name: string,
    input: Readonly<Record<string, unknown>> = {},
  ): Promise<boolean> => entry.id !== undefined && run(board.root, name, { item: entry.name, ...input });
  return {
    tick: (row, ticked) => ofItem(row, ticked ? 'board tick' : 'board untick', { task: taskName(row.entry, row.task) }),
    move: ({ root, items, to, before, after }) =>
      run(root, 'board move', {
        items,
        section: to,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      }),
    addTask: (row, text) => ofItem(row, 'board add-task', { text }),
    editTitle: (row, title) => ofItem(row, 'board edit-title', { title }),
    editTask: (row, text) => ofItem(row, 'board edit-task', { task: taskName(row.entry, row.task), text }),
    removeTask: (row) => ofItem(row, 'board remove-task', { task: taskName(row.entry, row.task) }),
    remove: (root, items) => run(root, 'board remove', { items }),
    archive: (root, items) => run(root, 'board archive', { items }),
    archiveDone: (root) => run(root, 'board archive', { allDone: true }),
  };
}
