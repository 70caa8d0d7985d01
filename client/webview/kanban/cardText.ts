import type { KanbanCard } from '../../src/kanban/kanbanMessages.js';
import { fill } from '../fill.js';

/** What a person calls a card: its id, else its title. */
export function nameOf({ id, title }: KanbanCard): string {
  return id ?? title;
}

/** Of a number of things in words: `1 drift`, `2 drifts`. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : fill(many, count);
}
