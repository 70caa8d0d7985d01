import type { KanbanPageMessage } from '../../src/kanban/kanbanMessages.js';
import type { Kept } from './kept.js';

/** The editor as a page has it. */
export interface Editor {
  postMessage(message: KanbanPageMessage): void;
  getState(): unknown;
  setState(state: Kept): void;
}
