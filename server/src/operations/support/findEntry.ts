import type { Board, BoardSection, Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { nearestName } from '../../base/nearestName.js';
import { entryAt, type EntryPlace, entryName, readEntryPlace } from '../../documents/board/entryPlace.js';
import { Refused } from '../errorCodes.js';

/** An entry with the section it is in; undefined before the first section. */
export interface FoundEntry {
  readonly entry: Entry;
  readonly section: BoardSection | undefined;
}

/** What messages and answers call an entry: its id, or its title where it has none. */
export function itemOf({ id, title }: Entry): string {
  return id?.value ?? title.value;
}

/** All entries of a board, in the order of the text. */
export function entriesOf({ looseEntries, sections }: Board): readonly FoundEntry[] {
  return [
    ...looseEntries.map((entry) => ({ entry, section: undefined })),
    ...sections.flatMap((section) => section.entries.map((entry) => ({ entry, section }))),
  ];
}

/**
 * The entry that is named: by its item, or by its place, as in `L15`; ids match whole.
 *
 * @param among where it is looked for first: of entries that share an id, one among these is the one that is meant.
 * @throws Refused if there is none, or more than one.
 */
export function findEntry(board: ParsedDocument<'board'>, id: string, among: readonly Entry[] = []): FoundEntry {
  const all = entriesOf(board.model);
  const place = readEntryPlace(id);
  if (place) return findAt(board, all, place);
  const fitting = all.filter(({ entry }) => entry.id?.value === id);
  const near = fitting.filter(({ entry }) => among.includes(entry));
  const [found, second] = near.length > 0 ? near : fitting;
  if (found && !second) return found;
  if (found) {
    const lines = fitting.map(({ entry }) => board.lines.positionAt(entry.headingSpan.start).line + 1);
    throw new Refused(
      'ambiguous',
      `${id} is on the board ${lines.length} times (lines ${lines.join(', ')}): name one by its line, as in L${lines[0] ?? 1}, or merge them`,
      fitting.map(({ entry }) => entryName(board, entry)),
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

function findAt(board: ParsedDocument<'board'>, all: readonly FoundEntry[], place: EntryPlace): FoundEntry {
  const there = entryAt(board, place);
  const found = all.find(({ entry }) => entry === there);
  if (found) return found;
  if (place.hash === undefined) throw new Refused('not-found', `no entry begins in line ${place.line} of the board`);
  throw new Refused(
    'changed',
    `the board changed, and line ${place.line} is no longer the entry that was meant: try again`,
  );
}
