import type { Beside } from '../../src/kanban/kanbanMessages.js';

/** A card as it is in its column, in pixels. */
export interface CardBox {
  readonly key: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Beside which card those that are held at a height would be put; undefined if there is no other.
 *
 * @param boxes of the cards that are made, from above.
 * @param held the cards that are dragged: beside one of them is no place.
 */
export function besideAt(boxes: readonly CardBox[], y: number, held: readonly string[]): Beside | undefined {
  const others = boxes.filter(({ key }) => !held.includes(key));
  const below = others.find(({ top, bottom }) => y < (top + bottom) / 2);
  if (below) return { card: below.key, side: 'before' };
  const last = others.at(-1);
  return last && { card: last.key, side: 'after' };
}
