import type { Beside, KanbanCard, KanbanChange, KanbanColumn } from '../../src/kanban/kanbanMessages.js';
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
  const from = columns.find(({ cards }) => cards.some(({ key }) => key === change.card));
  const card = from?.cards.find(({ key }) => key === change.card);
  if (!from || !card) return columns;
  if (change.type === 'move') return moved(columns, card, change.column, change.beside);
  const changed = change.type === 'rename' ? { ...card, title: change.title } : ticked(card, change);
  return columns.map((column) =>
    column === from ? { ...column, cards: column.cards.map((one) => (one === card ? changed : one)) } : column,
  );
}

function ticked(card: KanbanCard, change: Extract<KanbanChange, { type: 'tick' }>): KanbanCard {
  const task = wantedTask(card.tasks, change);
  return { ...card, tasks: card.tasks.map((one) => (one === task ? { ...one, checked: change.ticked } : one)) };
}

function moved(
  columns: readonly KanbanColumn[],
  card: KanbanCard,
  target: string,
  beside: Beside | undefined,
): readonly KanbanColumn[] {
  if (!columns.some(({ key }) => key === target)) return columns;
  return columns.map((column) => {
    const others = column.cards.filter((one) => one !== card);
    if (column.key !== target) return others.length === column.cards.length ? column : { ...column, cards: others };
    const at = others.findIndex(({ key }) => key === beside?.card);
    const index = at === -1 || !beside ? others.length : at + (beside.side === 'after' ? 1 : 0);
    return { ...column, cards: [...others.slice(0, index), card, ...others.slice(index)] };
  });
}
