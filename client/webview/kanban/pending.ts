import type { KanbanCard, KanbanChange, KanbanColumn } from '../../src/kanban/kanbanMessages.js';
import { wantedTask } from '../../src/kanban/wantedTask.js';

/** A change that the page shows already and the extension has not settled yet. */
export interface Pending {
  readonly request: number;
  readonly change: KanbanChange;
}

/** The board with changes under way done to it; columns without one stay the same objects. */
export function withPending(columns: readonly KanbanColumn[], pending: readonly Pending[]): readonly KanbanColumn[] {
  return pending.reduce((board, { change }) => applyChange(board, change), columns);
}

function applyChange(columns: readonly KanbanColumn[], change: KanbanChange): readonly KanbanColumn[] {
  if (change.type === 'move') return moved(columns, change);
  const from = columns.find(({ cards }) => cards.some(({ key }) => key === change.card));
  const card = from?.cards.find(({ key }) => key === change.card);
  if (!from || !card) return columns;
  const changed = change.type === 'rename' ? { ...card, title: change.title } : ticked(card, change);
  return columns.map((column) =>
    column === from ? { ...column, cards: column.cards.map((one) => (one === card ? changed : one)) } : column,
  );
}

function ticked(card: KanbanCard, change: Extract<KanbanChange, { type: 'tick' }>): KanbanCard {
  const task = wantedTask(card.tasks, change);
  return { ...card, tasks: card.tasks.map((one) => (one === task ? { ...one, checked: change.ticked } : one)) };
}

/** Where cards are put: all of them are moved, in the order of the board. */
export type Move = Omit<Extract<KanbanChange, { type: 'move' }>, 'type'>;

/**
 * The columns after a move. Without a place in it, cards that are in the column already stay where they are.
 *
 * @returns the same columns where nothing moves.
 */
export function moved(columns: readonly KanbanColumn[], { cards, column: to, beside }: Move): readonly KanbanColumn[] {
  const target = columns.find(({ key }) => key === to);
  if (!target) return columns;
  const goes = ({ key }: KanbanCard): boolean =>
    cards.includes(key) && (beside !== undefined || !target.cards.some((one) => one.key === key));
  const going = columns.flatMap((column) => column.cards.filter(goes));
  const next = columns.map((column) => {
    const others = column.cards.filter((one) => !goes(one));
    if (column !== target) return others.length === column.cards.length ? column : { ...column, cards: others };
    const at = others.findIndex(({ key }) => key === beside?.card);
    const index = at === -1 || !beside ? others.length : at + (beside.side === 'after' ? 1 : 0);
    const now = [...others.slice(0, index), ...going, ...others.slice(index)];
    return isSameOrder(now, column.cards) ? column : { ...column, cards: now };
  });
  return next.every((column, index) => column === columns[index]) ? columns : next;
}

function isSameOrder(some: readonly KanbanCard[], others: readonly KanbanCard[]): boolean {
  return some.length === others.length && some.every((card, index) => card === others[index]);
}
