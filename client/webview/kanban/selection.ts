import type { KanbanCard, KanbanColumn } from '../../src/kanban/kanbanMessages.js';

/** The place of a person on the board, as far as it is about cards. */
interface Active {
  readonly card?: string;
}

/** Cards that are acted on together. */
export interface Selection {
  /** Their keys; none if the active card is meant alone. */
  readonly cards: ReadonlySet<string>;
  /** The card at which a range begins. */
  readonly anchor?: string;
}

export const noSelection: Selection = { cards: new Set() };

/** What Ctrl and a click do: the card is selected besides the others, or not any more. */
export function toggled(selection: Selection, at: Active | undefined, card: string): Selection {
  const cards = new Set(selection.cards);
  // The active card is selected by itself.
  if (cards.size === 0 && at?.card !== undefined && at.card !== card) cards.add(at.card);
  if (!cards.delete(card)) cards.add(card);
  return { cards, anchor: card };
}

/** What Shift and a click do: all cards from where the range begins to this one. Ranges do not leave their column. */
export function extended(
  selection: Selection,
  at: Active | undefined,
  { column, card }: { readonly column: KanbanColumn; readonly card: string },
): Selection {
  const anchor = selection.anchor ?? at?.card;
  const keys = column.cards.map(({ key }) => key);
  const from = anchor === undefined ? -1 : keys.indexOf(anchor);
  const to = keys.indexOf(card);
  if (anchor === undefined || from === -1 || to === -1) return toggled(selection, at, card);
  return { cards: new Set(keys.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor };
}

/** The cards that an act on one of them is about: all that are selected, if it is among them; in the order of the board. */
export function chosenCards(
  columns: readonly KanbanColumn[],
  { cards: selected }: Selection,
  card: KanbanCard,
): readonly KanbanCard[] {
  if (!selected.has(card.key)) return [card];
  return columns.flatMap(({ cards }) => cards.filter(({ key }) => selected.has(key)));
}

/** What of a selection is still shown; the same object where all is. */
export function shownSelection(selection: Selection, columns: readonly KanbanColumn[]): Selection {
  const { cards, anchor } = selection;
  if (cards.size === 0) return selection;
  const left = columns.flatMap((column) => column.cards.flatMap(({ key }) => (cards.has(key) ? [key] : [])));
  if (left.length === cards.size) return selection;
  return left.length === 0 ? noSelection : { cards: new Set(left), ...(anchor === undefined ? {} : { anchor }) };
}
