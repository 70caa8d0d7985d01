import type { KanbanCard, KanbanColumn } from '../../src/kanban/kanbanMessages.js';

/** The columns with the cards that hold every word of the filter, in any letter case; the same columns if there is none. */
export function filterColumns(columns: readonly KanbanColumn[], filter: string): readonly KanbanColumn[] {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return columns;
  return columns.map((column) => ({
    ...column,
    cards: column.cards.filter((card) => {
      const text = textOf(card);
      return words.every((word) => text.includes(word));
    }),
  }));
}

function textOf({ id, title, tasks, facts }: KanbanCard): string {
  return [id, title, facts?.priority, ...(facts?.branches ?? []), ...tasks.map(({ text }) => text)]
    .join('\n')
    .toLowerCase();
}

/** How many cards there are. */
export function countCards(columns: readonly KanbanColumn[]): number {
  return columns.reduce((sum, { cards }) => sum + cards.length, 0);
}
