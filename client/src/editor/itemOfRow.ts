import type { BoardView } from '../../../server/src/protocol.js';
import { entryOfCard } from './boardEntries.js';
import { isRecord } from './messageParts.js';

/** An item, and the project it belongs to. */
export interface ItemOfRow {
  /** URI of the project root. */
  readonly root: string;
  readonly item: string;
}

/**
 * The item that a command was called for: by a row of the board, of the trace or of the gates, by the menu of a card, or by who names
 * root and item.
 *
 * @returns undefined where it was called for none.
 */
export function itemOfRow(boards: readonly BoardView[] | undefined, given: unknown): ItemOfRow | undefined {
  if (!isRecord(given)) return undefined;
  const { root, item, board, entry, project, row } = given;
  if (typeof root === 'string' && typeof item === 'string') return { root, item };
  if (isRecord(board) && isRecord(entry)) return named(board['root'], entry['id']);
  if (isRecord(project) && isRecord(item)) return named(project['root'], item['id']);
  if (isRecord(row))
    return isRecord(row['subject']) ? named(row['subject']['root'], row['subject']['item']) : undefined;
  const card = entryOfCard(boards ?? [], given);
  return card && named(card.board.root, card.entry.id);
}

function named(root: unknown, item: unknown): ItemOfRow | undefined {
  return typeof root === 'string' && typeof item === 'string' ? { root, item } : undefined;
}
