import * as vscode from 'vscode';
import { draggedEntries, moveOfDrop } from './boardMoves.js';
import type { BoardChoice } from './boardOrder.js';
import type { BoardRow } from './boardRows.js';
import { dropRefusalWords } from './boardWords.js';
import type { BoardEdits } from './boardEdits.js';

const rowsType = 'application/vnd.pactwright.entries';

export interface BoardDragDoors {
  readonly edits: Pick<BoardEdits, 'move'>;
  readonly choice: () => BoardChoice;
  /** The row of that id as the board is now: it may have changed while somebody drags. */
  readonly find: (id: string) => BoardRow | undefined;
}

/** Entries are dragged within their section and to another one, several at once; as text they are their ids. */
export function createBoardDrag({ edits, choice, find }: BoardDragDoors): vscode.TreeDragAndDropController<BoardRow> {
  return {
    dragMimeTypes: [rowsType, 'text/plain'],
    dropMimeTypes: [rowsType],
    handleDrag: (rows, transfer) => {
      const entries = draggedEntries(rows);
      if (entries.length === 0) return;
      transfer.set(rowsType, new vscode.DataTransferItem(entries.map(({ id }) => id)));
      transfer.set(
        'text/plain',
        new vscode.DataTransferItem(entries.flatMap(({ entry }) => entry.id ?? []).join('\n')),
      );
    },
    handleDrop: async (target, transfer) => {
      const dragged: unknown = transfer.get(rowsType)?.value;
      const over = target && find(target.id);
      if (!over || !Array.isArray(dragged)) return;
      const rows = dragged.flatMap((id) => (typeof id === 'string' ? (find(id) ?? []) : []));
      const move = moveOfDrop(draggedEntries(rows), over, choice());
      if (move === undefined || move === 'noEntries') return;
      if (typeof move === 'string') void vscode.window.showInformationMessage(dropRefusalWords[move]);
      else await edits.move(move);
    },
  };
}
