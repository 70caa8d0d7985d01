import type { Beside, KanbanCard, KanbanColumn } from '../../src/kanban/kanbanMessages.js';
import { chosenCards, type Selection } from './selection.js';

/** Where a person is on the board: a column, a card in it unless it has none, and a task of that card. */
export interface At {
  readonly column: string;
  readonly card?: string;
  readonly task?: number;
}

export interface Key {
  readonly key: string;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly control: boolean;
}

export interface Shown {
  readonly columns: readonly KanbanColumn[];
  /** Keys of the cards whose tasks are shown. */
  readonly expanded: ReadonlySet<string>;
  readonly selection: Selection;
}

/** What a key asks for. */
export type KeyAction =
  /** `keeps`: what is selected stays so. */
  | { readonly do: 'go'; readonly to: At; readonly keeps?: true }
  | { readonly do: 'select'; readonly how: 'toggle' | 'extend'; readonly to: Required<Pick<At, 'column' | 'card'>> }
  | { readonly do: 'selectAll'; readonly column: string }
  | { readonly do: 'move'; readonly cards: readonly KanbanCard[]; readonly column: string; readonly beside?: Beside }
  | { readonly do: 'toggle' | 'rename' | 'menu'; readonly card: KanbanCard }
  | { readonly do: 'tick'; readonly card: KanbanCard; readonly task: number }
  | { readonly do: 'open'; readonly card: KanbanCard; readonly what: 'spec' | 'entry'; readonly task?: number }
  /** It is one of ours, but there is nowhere to go. */
  | { readonly do: 'filter' | 'keys' | 'clear' | 'nothing' };

const cardsPerPage = 8;

/** What a key on the board asks for; undefined for one that is not ours, so that the editor has it. */
export function keyAction(key: Key, at: At, shown: Shown): KeyAction | undefined {
  const isFilter = key.key.toLowerCase() === 'f' && !key.alt && !key.shift;
  if (key.control ? isFilter : key.key === '/') return { do: 'filter' };
  if (key.key === '?') return { do: 'keys' };
  const column = shown.columns.find((one) => one.key === at.column);
  if (!column) return undefined;
  const index = column.cards.findIndex((one) => one.key === at.card);
  const card = column.cards[index];
  if (key.alt) return card && !key.control ? moveAction(key.key, card, column, shown) : undefined;
  const selects = selectAction(key, column, index);
  if (selects || key.control) return selects;
  if (key.key === 'F10') return key.shift && card ? { do: 'menu', card } : undefined;
  if (key.key === 'Enter' && card) {
    if (at.task !== undefined) return { do: 'open', card, what: 'entry', task: at.task };
    return { do: 'open', card, what: key.shift || !card.facts?.hasSpec ? 'entry' : 'spec' };
  }
  if (key.shift) return undefined;
  switch (key.key) {
    case ' ':
      if (!card) return { do: 'nothing' };
      return at.task === undefined ? { do: 'toggle', card } : { do: 'tick', card, task: at.task };
    case 'F2':
      return card && { do: 'rename', card };
    case 'ContextMenu':
      return card && { do: 'menu', card };
    case 'Escape':
      return { do: 'clear' };
    default: {
      const to = destination(key.key, at, { column, index, shown });
      return to && (to === 'nowhere' ? { do: 'nothing' } : { do: 'go', to });
    }
  }
}

/** What selects several cards: Ctrl+Space, Ctrl+A, and the arrow keys with Shift or Ctrl, which pass over tasks. */
function selectAction(
  { key, shift, control }: Key,
  { key: column, cards }: KanbanColumn,
  index: number,
): KeyAction | undefined {
  if (shift === control) return undefined;
  const card = cards[index];
  if (control && key.toLowerCase() === 'a') return { do: 'selectAll', column };
  if (control && key === ' ')
    return card ? { do: 'select', how: 'toggle', to: { column, card: card.key } } : { do: 'nothing' };
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const next = cards[index + (key === 'ArrowUp' ? -1 : 1)];
  if (!next) return { do: 'nothing' };
  const to = { column, card: next.key };
  return control ? { do: 'go', to, keeps: true } : { do: 'select', how: 'extend', to };
}

function moveAction(
  key: string,
  card: KanbanCard,
  { key: column, cards }: KanbanColumn,
  { columns, selection }: Shown,
): KeyAction | undefined {
  const chosen = chosenCards(columns, selection, card);
  const beside = (neighbour: KanbanCard | undefined, side: Beside['side']): KeyAction =>
    neighbour ? { do: 'move', cards: chosen, column, beside: { card: neighbour.key, side } } : { do: 'nothing' };
  const into = (targets: readonly KanbanColumn[]): KeyAction => {
    // Above the first section nothing can be put.
    const target = targets.find(({ title }) => title !== '');
    return target ? { do: 'move', cards: chosen, column: target.key } : { do: 'nothing' };
  };
  const at = columns.findIndex((one) => one.key === column);
  const isOther = (one: KanbanCard): boolean => !chosen.includes(one);
  switch (key) {
    case 'ArrowUp': {
      const first = cards.findIndex((one) => !isOther(one));
      return beside(cards.slice(0, first).findLast(isOther), 'before');
    }
    case 'ArrowDown': {
      const last = cards.findLastIndex((one) => !isOther(one));
      return beside(cards.slice(last + 1).find(isOther), 'after');
    }
    case 'ArrowLeft':
      return into(columns.slice(0, at).reverse());
    case 'ArrowRight':
      return into(columns.slice(at + 1));
    default:
      return undefined;
  }
}

interface Here {
  readonly column: KanbanColumn;
  /** Of the card in its column; -1 if there is none. */
  readonly index: number;
  readonly shown: Shown;
}

function destination(key: string, at: At, { column, index, shown }: Here): At | 'nowhere' | undefined {
  const { columns, expanded } = shown;
  const last = column.cards.length - 1;
  const cardAt = (wanted: number): At | 'nowhere' => {
    const card = column.cards[wanted];
    return card ? { column: column.key, card: card.key } : 'nowhere';
  };
  const tasksOf = (card: KanbanCard | undefined): number => (card && expanded.has(card.key) ? card.tasks.length : 0);
  const beside = (step: 1 | -1): At | 'nowhere' => {
    const target = columns[columns.indexOf(column) + step];
    if (!target) return 'nowhere';
    const card = target.cards[Math.min(Math.max(index, 0), target.cards.length - 1)];
    return { column: target.key, ...(card ? { card: card.key } : {}) };
  };
  switch (key) {
    case 'ArrowDown': {
      const task = at.task === undefined ? 0 : at.task + 1;
      const card = column.cards[index];
      return card && task < tasksOf(card) ? { column: column.key, card: card.key, task } : cardAt(index + 1);
    }
    case 'ArrowUp': {
      if (at.task !== undefined)
        return at.task > 0 && at.card !== undefined
          ? { column: column.key, card: at.card, task: at.task - 1 }
          : cardAt(index);
      const above = column.cards[index - 1];
      const tasks = tasksOf(above);
      return above && tasks > 0 ? { column: column.key, card: above.key, task: tasks - 1 } : cardAt(index - 1);
    }
    case 'ArrowLeft':
      return beside(-1);
    case 'ArrowRight':
      return beside(1);
    case 'Home':
      return cardAt(0);
    case 'End':
      return cardAt(last);
    case 'PageDown':
      return cardAt(Math.min(last, index + cardsPerPage));
    case 'PageUp':
      return cardAt(Math.max(0, index - cardsPerPage));
    default:
      return undefined;
  }
}

/**
 * The same place on a board that has changed: the card wherever it is now; where it is gone, the one that is where it was.
 *
 * @param before the board on which `at` was a place.
 */
export function placeAfter(
  at: At | undefined,
  before: readonly KanbanColumn[],
  columns: readonly KanbanColumn[],
): At | undefined {
  const first = columns.find(({ cards }) => cards.length > 0) ?? columns[0];
  if (!at) return first && placeIn(first, 0);
  if (at.card !== undefined) {
    const now = columns.find(({ cards }) => cards.some(({ key }) => key === at.card));
    const card = now?.cards.find(({ key }) => key === at.card);
    if (now && card) {
      const { task } = at;
      return { column: now.key, card: card.key, ...(task !== undefined && task < card.tasks.length ? { task } : {}) };
    }
  }
  const column = columns.find(({ key }) => key === at.column);
  const stood = before.find(({ key }) => key === at.column)?.cards.findIndex(({ key }) => key === at.card) ?? 0;
  return column ? placeIn(column, Math.max(0, stood)) : first && placeIn(first, 0);
}

function placeIn(column: KanbanColumn, index: number): At {
  const card = column.cards[Math.min(index, column.cards.length - 1)];
  return { column: column.key, ...(card ? { card: card.key } : {}) };
}
