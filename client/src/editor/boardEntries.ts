import * as vscode from 'vscode';
import type { BoardEntryView, BoardSectionView, BoardTaskView, BoardView } from '../../../server/src/protocol.js';
import * as v from 'valibot';
import { readAs } from './schemas.js';

/** An entry with the board and section it is in. */
export interface EntryOfBoard {
  /** What its card is known by. */
  readonly id: string;
  readonly board: BoardView;
  readonly section: BoardSectionView;
  readonly entry: BoardEntryView;
}

/**
 * Names things that may have equal names: a key is the name and the number of equal ones before it.
 *
 * @returns gives each of them its key, in order.
 */
export function createKeys(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name}\n${number}`;
  };
}

/**
 * The entries of a board, each with the key of its card. A key is made of the id (else the title): no line and no section, so that a
 * card that moves stays the same one.
 */
export function entriesByCard(board: BoardView): ReadonlyMap<string, EntryOfBoard> {
  const keyOf = createKeys();
  return new Map(
    board.sections.flatMap((section) =>
      section.entries.map((entry) => {
        const id = keyOf(entry.id ?? entry.title);
        return [id, { id, board, section, entry }] as const;
      }),
    ),
  );
}

/** As the page writes it into a card. */
const cardSchema = v.object({ board: v.string(), card: v.string(), cards: v.exactOptional(v.array(v.string())) });

/**
 * The entry of the card that a menu was opened on.
 *
 * @param menu the context of the place, as the page has set it.
 * @returns undefined for any other place, and where the board no longer has the card.
 */
export function entryOfCard(boards: readonly BoardView[], menu: unknown): EntryOfBoard | undefined {
  const [card] = entriesOfCards(boards, menu);
  return card;
}

/**
 * The same with the entries of all cards that are selected with it, behind its own.
 *
 * @returns none if the board no longer has one of them: what is done is done to all.
 */
export function entriesOfCards(boards: readonly BoardView[], menu: unknown): readonly EntryOfBoard[] {
  const place = readAs(cardSchema, menu);
  const board = place && boards.find((one) => vscode.Uri.parse(one.uri).toString() === place.board);
  if (!board) return [];
  const entries = entriesByCard(board);
  const keys = [...new Set([place.card, ...(place.cards ?? [])])];
  const found = keys.flatMap((key) => entries.get(key) ?? []);
  return found.length === keys.length ? found : [];
}

/** A task by its text, so that it is found wherever it is by now; by its number where several have that text. */
export function taskName({ tasks }: Pick<BoardEntryView, 'tasks'>, task: BoardTaskView): string {
  const text = task.text.trim();
  const isAlone = tasks.filter((one) => one.text.trim() === text).length === 1;
  return isAlone ? text : String(tasks.indexOf(task) + 1);
}
