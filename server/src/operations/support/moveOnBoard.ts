import type { BoardSection, Entry } from '../../documents/board/board.js';
import { entryName } from '../../documents/board/entryPlace.js';
import { type EntryMove, moveEntries } from '../../documents/board/boardEdits.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import { boardEdit, outlineOfBoard, outlines } from './boardOutline.js';
import { findEntry, itemOf } from './findEntry.js';
import { titleOf } from './findSection.js';

/** Moves entries in one edit. @returns no change where all are already there. @throws Refused */
export function moveOnBoard(board: ParsedDocument<'board'>, moves: readonly EntryMove[]): readonly FileChange[] {
  const moved = new Set(moves.flatMap(({ entries }) => entries));
  const expected = outlineOfBoard(board, (entries, section) => {
    const left = entries.filter((entry) => !moved.has(entry));
    for (const { entries: come, to, before } of moves)
      if (to === section) left.splice(before ? left.indexOf(before) : left.length, 0, ...come);
    return outlines(left);
  });
  if (JSON.stringify(expected) === JSON.stringify(outlineOfBoard(board))) return [];
  return [boardEdit(board, moveEntries(board, moves), expected)];
}

/** A place among the entries of a section; one of them at most. */
export interface Place {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** From 1, counted without the entries that are moved. */
  readonly position?: number | undefined;
}

/**
 * The entry that entries are to be above.
 *
 * @returns undefined for the end of the section.
 * @throws Refused if the place is none, or more than one is named.
 */
export function entryBelow(
  board: ParsedDocument<'board'>,
  section: BoardSection,
  { before, after, position }: Place,
  moving: readonly Entry[],
): Entry | undefined {
  if ([before, after, position].filter((one) => one !== undefined).length > 1)
    throw new Refused('invalid-input', 'specify only one of before, after and position');
  const staying = section.entries.filter((entry) => !moving.includes(entry));
  if (position !== undefined) {
    if (position < 1 || position > staying.length + 1)
      throw new Refused(
        'invalid-input',
        `position must be 1 to ${staying.length + 1} in ${titleOf(section)}, not ${position}`,
      );
    return staying[position - 1];
  }
  const id = before ?? after;
  if (id === undefined) return undefined;
  const { entry } = findEntry(board, id, staying);
  const at = staying.indexOf(entry);
  if (at >= 0) return staying[before === undefined ? at + 1 : at];
  if (moving.includes(entry))
    throw new Refused('invalid-input', `${itemOf(entry)} cannot be placed next to itself: choose another entry`);
  throw new Refused(
    'not-found',
    `${itemOf(entry)} is not in ${titleOf(section)}: choose an entry that is`,
    staying.map((one) => entryName(board, one)),
  );
}
