import type { Board, BoardSection, Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { nearestName } from '../../base/nearestName.js';
import { Refused } from '../errorCodes.js';

/** An entry with the section it is in; undefined before the first section. */
export interface FoundEntry {
  readonly entry: Entry;
  readonly section: BoardSection | undefined;
}

/** All entries of a board, in the order of the text. */
export function entriesOf({ looseEntries, sections }: Board): readonly FoundEntry[] {
  return [
    ...looseEntries.map((entry) => ({ entry, section: undefined })),
    ...sections.flatMap((section) => section.entries.map((entry) => ({ entry, section }))),
  ];
}

/**
 * The entry of an item; ids match whole.
 *
 * @throws Refused where there is none, or more than one.
 */
export function findEntry(board: ParsedDocument<'board'>, id: string): FoundEntry {
  const all = entriesOf(board.model);
  const [found, second] = all.filter(({ entry }) => entry.id?.value === id);
  if (found && !second) return found;
  if (found && second) {
    const lines = all
      .filter(({ entry }) => entry.id?.value === id)
      .map(({ entry }) => board.lines.positionAt(entry.headingSpan.start).line + 1);
    throw new Refused(
      'ambiguous',
      `${id} is on the board ${lines.length} times (lines ${lines.join(', ')}): remove all but one`,
    );
  }
  const ids = all.flatMap(({ entry }) => entry.id?.value ?? []);
  const nearest = nearestName(id, ids);
  throw new Refused(
    'not-found',
    `${id} is not on the board${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    nearest === undefined ? [] : [nearest],
  );
}
