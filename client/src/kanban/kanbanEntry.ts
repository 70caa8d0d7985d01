import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import type { EntryRow } from '../board/boardRows.js';
import { toKanbanBoard } from './kanbanBoard.js';
import { isRecord } from '../editor/messageParts.js';

/**
 * The entry of the card that a menu was opened on, as the board tree has it.
 *
 * @param menu what the editor tells of the place, as the page has written it down there.
 * @returns undefined for any other place, and where the board no longer has the card.
 */
export function entryOfCard(boards: readonly BoardView[], menu: unknown): EntryRow | undefined {
  if (!isRecord(menu) || typeof menu['card'] !== 'string') return undefined;
  const { board: uri, card } = menu;
  const board = boards.find((one) => vscode.Uri.parse(one.uri).toString() === uri);
  const place = board && toKanbanBoard(board).places.get(card);
  const section = place && board.sections.find(({ entries }) => entries.includes(place.entry));
  return section && { kind: 'entry', id: card, board, parent: undefined, section, entry: place.entry };
}
