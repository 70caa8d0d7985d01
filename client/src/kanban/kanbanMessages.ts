/**
 * What the board's page and the extension say to each other. Both ends check what they get: a page is the one place where text
 * from a repository and code of ours share a window.
 */
import { isOffset, isRecord } from '../editor/messageParts.js';
import type { KanbanWords } from './kanbanWords.js';

export interface KanbanCard {
  /** The same for as long as the item is on the board; of the board's cards no other has it. */
  readonly key: string;
  readonly id?: string;
  readonly title: string;
  readonly tasks: readonly KanbanTask[];
  readonly facts?: KanbanFacts;
  readonly agent?: ItemAgent;
}

/** How the agent of an item stands, where that is worth a look. */
export type ItemAgent = 'waiting' | 'running' | 'failed';

export interface KanbanTask {
  readonly text: string;
  readonly checked: boolean;
}

/** What is known of the item besides its entry. */
export interface KanbanFacts {
  readonly hasSpec: boolean;
  readonly priority?: string;
  /** Where the priority puts it among others, 0 first. */
  readonly rank?: number;
  readonly criteria: number;
  readonly covered: number;
  readonly coveredBy: 'test' | 'scenario';
  readonly branches: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  readonly drifts: number;
  readonly blockedBy: readonly string[];
}

export interface KanbanColumn {
  readonly key: string;
  /** Empty for entries before the first section, where nothing can be moved to. */
  readonly title: string;
  readonly kind: 'backlog' | 'inProgress' | 'done' | 'custom';
  readonly cards: readonly KanbanCard[];
}

/** Why there is no board to show. */
export type KanbanAbsence = 'loading' | 'noServer' | 'noProject' | 'noSections';

/** From the extension to the page. */
export type KanbanMessage =
  | {
      readonly type: 'board';
      readonly words: KanbanWords;
      /** Of the document, so that the page can name it. */
      readonly uri: string;
      /** False in Restricted Mode, where nothing is written. */
      readonly canWrite: boolean;
      readonly board: readonly KanbanColumn[] | KanbanAbsence;
    }
  /** An operation the page asked for has ended; the board that it made was sent before. */
  | { readonly type: 'settled'; readonly request: number; readonly refusal?: string }
  | { readonly type: 'reveal'; readonly card: string; readonly rename: boolean };

/** The card beside which another is put. */
export interface Beside {
  readonly card: string;
  readonly side: 'before' | 'after';
}

/** What the page asks to be changed. */
export type KanbanChange =
  | { readonly type: 'move'; readonly card: string; readonly column: string; readonly beside?: Beside }
  /** `text`: the task's, as the list may have changed since. */
  | {
      readonly type: 'tick';
      readonly card: string;
      readonly task: number;
      readonly text: string;
      readonly ticked: boolean;
    }
  | { readonly type: 'rename'; readonly card: string; readonly title: string };

/** What the page's buttons offer that are about no card. */
const kanbanHelps = ['trust', 'restart', 'log', 'text'] as const;

/** From the page to the extension. */
export type KanbanPageMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'change'; readonly request: number; readonly change: KanbanChange }
  | { readonly type: 'open'; readonly card: string; readonly what: 'spec' | 'entry'; readonly task?: number }
  | { readonly type: 'help'; readonly what: (typeof kanbanHelps)[number] };

/** In characters; a longer title was not typed by a person, and its field takes no more. */
export const longestTitle = 1_000;

/** The message, if it is one that a page of ours sends; undefined for anything else. */
export function readKanbanPageMessage(message: unknown): KanbanPageMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { type, request, card, what, task } = message;
  switch (type) {
    case 'ready':
      return { type };
    case 'change': {
      const change = readChange(message['change']);
      return change && isOffset(request) ? { type, request, change } : undefined;
    }
    case 'open':
      if (typeof card !== 'string' || (what !== 'spec' && what !== 'entry')) return undefined;
      if (task !== undefined && !isOffset(task)) return undefined;
      return { type, card, what, ...(task === undefined ? {} : { task }) };
    case 'help': {
      const known = kanbanHelps.find((one) => one === what);
      return known && { type, what: known };
    }
    default:
      return undefined;
  }
}

function readChange(change: unknown): KanbanChange | undefined {
  if (!isRecord(change)) return undefined;
  const { type, card, column, beside, task, text, ticked, title } = change;
  if (typeof card !== 'string') return undefined;
  switch (type) {
    case 'move': {
      if (typeof column !== 'string') return undefined;
      if (beside === undefined) return { type, card, column };
      const read = readBeside(beside);
      return read && { type, card, column, beside: read };
    }
    case 'tick':
      return isOffset(task) && typeof text === 'string' && typeof ticked === 'boolean'
        ? { type, card, task, text, ticked }
        : undefined;
    case 'rename':
      return typeof title === 'string' && title.length <= longestTitle ? { type, card, title } : undefined;
    default:
      return undefined;
  }
}

function readBeside(beside: unknown): Beside | undefined {
  if (!isRecord(beside)) return undefined;
  const { card, side } = beside;
  return typeof card === 'string' && (side === 'before' || side === 'after') ? { card, side } : undefined;
}

/** The message, if it is the extension's. Its parts come from the same package and are taken as they are. */
export function readKanbanMessage(message: unknown): KanbanMessage | undefined {
  return isKanbanMessage(message) ? message : undefined;
}

/** By its main parts: its sender alone can reach the page, as the frame is the editor's own and no other page is let in. */
function isKanbanMessage(message: unknown): message is KanbanMessage {
  if (!isRecord(message)) return false;
  const { type, board, words, request, card } = message;
  return (
    (type === 'board' && isRecord(words) && (Array.isArray(board) || typeof board === 'string')) ||
    (type === 'settled' && isOffset(request)) ||
    (type === 'reveal' && typeof card === 'string')
  );
}
