import { contentHash } from '../../base/contentHash.js';
import { memoFor } from '../../base/memo.js';
import type { ParsedDocument } from '../document.js';
import { type Board, type Entry, entriesOf } from './board.js';

type BoardDocument = Pick<ParsedDocument<'board'>, 'text' | 'lines' | 'model'>;

/** An entry by where it is: the line of its title, and what that line is to say. */
export interface EntryPlace {
  /** From 1. */
  readonly line: number;
  /** Undefined if a person named the line. */
  readonly hash: string | undefined;
}

/** A place as it is written: `L15#1a2b3c4d`, or `L15` alone. @returns undefined for any other text. */
export function readEntryPlace(text: string): EntryPlace | undefined {
  const [, line, hash] = /^L([1-9]\d{0,6})(?:#([0-9a-f]{8}))?$/u.exec(text) ?? [];
  return line === undefined ? undefined : { line: Number(line), hash };
}

/** The entry at a place; undefined if none begins there, or its title has another text. */
export function entryAt(board: BoardDocument, { line, hash }: EntryPlace): Entry | undefined {
  const entry = entriesOf(board.model).find((one) => lineOf(board, one) === line);
  return entry && (hash === undefined || hash === hashOf(board, entry)) ? entry : undefined;
}

/** What stands for one entry and no other: its id, or its place where it has none or shares it. */
export function entryName(board: BoardDocument, entry: Entry): string {
  const id = entry.id?.value;
  const isItsOwn = id !== undefined && !sharedIds(board.model).has(id);
  return isItsOwn ? id : `L${lineOf(board, entry)}#${hashOf(board, entry)}`;
}

/** The ids that more than one entry has. */
export const sharedIds = memoFor((board: Board): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(entriesOf(board).flatMap(({ id }) => (id && seen.size === seen.add(id.value).size ? [id.value] : [])));
});

function lineOf({ lines }: BoardDocument, { headingSpan }: Entry): number {
  return lines.positionAt(headingSpan.start).line + 1;
}

function hashOf({ text }: BoardDocument, { headingSpan: { start, end } }: Entry): string {
  return contentHash(text.slice(start, end)).slice(0, 8);
}
