import type { Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { Refused } from '../errorCodes.js';
import { entriesOf, findEntry, type FoundEntry, itemOf } from './findEntry.js';

/**
 * The entry that is named, if it can be moved and written into.
 *
 * @throws Refused if there is none, more than one, or it is a list item.
 */
export function findHeadingEntry(board: ParsedDocument<'board'>, id: string): FoundEntry {
  const found = findEntry(board, id);
  requireHeading(found.entry);
  return found;
}

/** Those that are named, in the order of the board; who is named twice is meant once. @throws Refused */
export function findHeadingEntries(board: ParsedDocument<'board'>, ids: readonly string[]): readonly FoundEntry[] {
  const found = new Set(ids.map((id) => findHeadingEntry(board, id).entry));
  return entriesOf(board.model).filter(({ entry }) => found.has(entry));
}

/** @throws Refused if an entry is a list item: its lines are those of the list, and no tool but ours reads them. */
export function requireHeading(entry: Entry): void {
  if (entry.form === 'heading') return;
  const id = itemOf(entry);
  throw new Refused(
    'not-allowed',
    `${id} is an old-style list item, whose tasks can only be ticked: rewrite it as "### [${id}] ${entry.title.value}" first`,
  );
}
