import type { Beside, KanbanColumn } from '../../src/kanban/kanbanMessages.js';

/** A card as it lies in its column, in pixels. */
export interface CardBox {
  readonly key: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Beside which card one that is held at a height would be put; undefined where there is no other.
 *
 * @param boxes of the cards that are made, from above.
 * @param held the card that is dragged: beside itself is no place.
 */
export function besideAt(boxes: readonly CardBox[], y: number, held: string): Beside | undefined {
  const others = boxes.filter(({ key }) => key !== held);
  const below = others.find(({ top, bottom }) => y < (top + bottom) / 2);
  if (below) return { card: below.key, side: 'before' };
  const last = others.at(-1);
  return last && { card: last.key, side: 'after' };
}

/** Whether a card that is put there stays where it is. */
export function isWhereItIs(column: KanbanColumn, held: string, beside: Beside | undefined): boolean {
  const at = column.cards.findIndex(({ key }) => key === held);
  if (at === -1) return false;
  if (!beside) return at === column.cards.length - 1;
  const neighbour = column.cards.findIndex(({ key }) => key === beside.card);
  return neighbour === at || (beside.side === 'before' ? neighbour === at + 1 : neighbour === at - 1);
}
