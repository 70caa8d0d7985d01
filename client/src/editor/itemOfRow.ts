import type { BoardView } from '../../../server/src/protocol.js';
import { entriesOfCards } from './boardEntries.js';
import * as v from 'valibot';
import { itemReference, readAs } from './schemas.js';

/** An item, and the project it belongs to by the URI of its root. */
export type ItemOfRow = v.InferOutput<typeof itemReference>;

const rooted = v.object({ root: v.string() });
const named = v.object({ id: v.string() });

const rowSchema = v.union([
  itemReference,
  v.pipe(
    v.object({ board: rooted, entry: named }),
    v.transform(({ board: { root }, entry: { id: item } }) => ({ root, item })),
  ),
  v.pipe(
    v.object({ project: rooted, item: named }),
    v.transform(({ project: { root }, item: { id: item } }) => ({ root, item })),
  ),
  v.pipe(
    v.object({ root: v.string(), item: named }),
    v.transform(({ root, item: { id: item } }) => ({ root, item })),
  ),
  v.pipe(
    v.object({ row: v.object({ subject: itemReference }) }),
    v.transform(({ row }) => row.subject),
  ),
]);

/**
 * The item that a command was called for: by a row of the board, of the trace or of the gates, by the menu of a card, or by who names
 * root and item.
 *
 * @returns undefined if it was called for none.
 */
export function itemOfRow(boards: readonly BoardView[] | undefined, given: unknown): ItemOfRow | undefined {
  return itemsOfRow(boards, given)[0];
}

/** The same with the items of the cards that are selected with that of the menu. */
export function itemsOfRow(boards: readonly BoardView[] | undefined, given: unknown): readonly ItemOfRow[] {
  const read = readAs(rowSchema, given);
  if (read) return [read];
  return entriesOfCards(boards ?? [], given).flatMap(({ board: { root }, entry: { id } }) =>
    id === undefined ? [] : [{ root, item: id }],
  );
}
