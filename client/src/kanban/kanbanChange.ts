import { taskName } from '../editor/boardEntries.js';
import type { KanbanBoard } from './kanbanBoard.js';
import type { KanbanChange } from './kanbanMessages.js';
import { wantedTask } from './wantedTask.js';

/** An operation and what it is given. */
export interface WantedOperation {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * The operation that does what the page wants.
 *
 * @returns undefined if the board no longer has a card, the column or the neighbour, or a card has no item id.
 */
export function kanbanChangeOperation(
  { places, sections }: KanbanBoard,
  change: KanbanChange,
): WantedOperation | undefined {
  if (change.type === 'move') return moveOperation({ places, sections }, change);
  const place = places.get(change.card);
  if (place?.entry.id === undefined) return undefined;
  const item = place.entry.name;
  switch (change.type) {
    case 'rename':
      return { name: 'board edit-title', input: { item, title: change.title } };
    case 'tick': {
      const task = wantedTask(place.entry.tasks, change);
      const name = change.ticked ? 'board tick' : 'board untick';
      return task && { name, input: { item, task: taskName(place.entry, task) } };
    }
  }
}

function moveOperation(
  { places, sections }: Pick<KanbanBoard, 'places' | 'sections'>,
  { cards, column, beside }: Extract<KanbanChange, { type: 'move' }>,
): WantedOperation | undefined {
  const entries = cards.map((card) => places.get(card)?.entry);
  const items = entries.flatMap((entry) => (entry?.id === undefined ? [] : [entry.name]));
  const section = sections.get(column)?.title;
  if (items.length < cards.length || section === undefined || section === '') return undefined;
  const input = { items, section };
  if (!beside) return { name: 'board move', input };
  const neighbour = places.get(beside.card)?.entry.name;
  return neighbour === undefined ? undefined : { name: 'board move', input: { ...input, [beside.side]: neighbour } };
}
