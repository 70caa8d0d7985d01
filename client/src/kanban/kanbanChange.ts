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
 * @returns undefined where the board no longer has the card, the column or the neighbour, or the card has no item id.
 */
export function kanbanChangeOperation(
  { places, sections }: KanbanBoard,
  change: KanbanChange,
): WantedOperation | undefined {
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
    case 'move': {
      const section = sections.get(change.column)?.title;
      if (section === undefined || section === '') return undefined;
      const input = { items: [item], section };
      if (!change.beside) return { name: 'board move', input };
      const neighbour = places.get(change.beside.card)?.entry.name;
      return neighbour === undefined
        ? undefined
        : { name: 'board move', input: { ...input, [change.beside.side]: neighbour } };
    }
  }
}
