/**
 * What the board's page and the extension say to each other. Both ends check what they get: a page is the one place where text
 * from a repository and code of ours share a window.
 */
import * as v from 'valibot';
import { offset, readAs } from '../editor/schemas.js';
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

/** The state of an item's agent, if it is worth a look. */
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

const besideSchema = v.object({ card: v.string(), side: v.picklist(['before', 'after']) });

/** The card beside which others are put. */
export type Beside = v.InferOutput<typeof besideSchema>;

const changeSchema = v.variant('type', [
  v.object({
    type: v.literal('move'),
    /** Moved as one: in the order of the board, and all or none. */
    cards: v.pipe(v.array(v.string()), v.minLength(1)),
    /** A column's key. */
    column: v.string(),
    beside: v.exactOptional(besideSchema),
  }),
  v.object({
    type: v.literal('tick'),
    card: v.string(),
    task: offset,
    /** The task's, as the list may have changed since. */
    text: v.string(),
    ticked: v.boolean(),
  }),
  v.object({ type: v.literal('rename'), card: v.string(), title: v.string() }),
]);

/** What the page asks to be changed. */
export type KanbanChange = v.InferOutput<typeof changeSchema>;

const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('change'), request: offset, change: changeSchema }),
  v.object({
    type: v.literal('open'),
    card: v.string(),
    what: v.picklist(['spec', 'entry']),
    task: v.exactOptional(offset),
  }),
  /** `column`: its key; undefined for the section where new items go. */
  v.object({ type: v.literal('newItem'), column: v.exactOptional(v.string()) }),
  // What the page's buttons offer that are about no card.
  v.object({ type: v.literal('help'), what: v.picklist(['trust', 'restart', 'log', 'text']) }),
]);

/** From the page to the extension. */
export type KanbanPageMessage = v.InferOutput<typeof pageMessageSchema>;

/** The message, if it is one that a page of ours sends; undefined for anything else. */
export function readKanbanPageMessage(message: unknown): KanbanPageMessage | undefined {
  return readAs(pageMessageSchema, message);
}

/** The main parts alone: its sender alone can reach the page, as the frame is the editor's own and no other page is let in. */
const messageParts = v.variant('type', [
  v.object({
    type: v.literal('board'),
    words: v.looseObject({}),
    board: v.union([v.array(v.unknown()), v.string()]),
  }),
  v.object({ type: v.literal('settled'), request: offset }),
  v.object({ type: v.literal('reveal'), card: v.string() }),
]);

/** The message, if it is the extension's. Its parts come from the same package and are taken as they are. */
export function readKanbanMessage(message: unknown): KanbanMessage | undefined {
  return isKanbanMessage(message) ? message : undefined;
}

function isKanbanMessage(message: unknown): message is KanbanMessage {
  return v.is(messageParts, message);
}
