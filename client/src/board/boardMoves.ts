import type { BoardChoice } from './boardOrder.js';
import type { BoardRow, EntryRow } from './boardRows.js';

/** A move as the operation `board move` takes it. */
export interface BoardMove {
  /** URI of the project root. */
  readonly root: string;
  /** What operations call the entries. */
  readonly items: readonly string[];
  /** The section's heading. */
  readonly to: string;
  /** The entry they are put before or after; at the end of the section if there is none. */
  readonly before?: string;
  readonly after?: string;
}

/** Why entries cannot be dropped where they were. */
export type DropRefusal = 'noEntries' | 'noId' | 'otherBoard' | 'noSection' | 'sorted';

/** The entries among rows that are dragged, each once, in the order of the board. */
export function draggedEntries(rows: readonly BoardRow[]): readonly EntryRow[] {
  return rows
    .filter((row) => row.kind === 'entry')
    .toSorted((one, other) => one.entry.range.start.line - other.entry.range.start.line);
}

/**
 * What a drop means. Dropped on a section, entries come to its end. Dropped on an entry, they take its place: before it, or
 * after it where they come from above in the same section. A task stands for its entry.
 *
 * @returns undefined if nothing changes.
 */
export function moveOfDrop(
  entries: readonly EntryRow[],
  target: BoardRow,
  { sort }: Pick<BoardChoice, 'sort'>,
): BoardMove | DropRefusal | undefined {
  const [first] = entries;
  if (!first) return 'noEntries';
  if (target.kind === 'board') return 'noSection';
  const { root } = target.board;
  if (entries.some(({ board }) => board.root !== root)) return 'otherBoard';
  if (entries.some(({ entry }) => entry.id === undefined)) return 'noId';
  const items = entries.map(({ entry }) => entry.name);
  const to = target.section.title;
  if (to === '') return 'noSection';
  const isHere = entries.every(({ section }) => section.title === to);
  const move = { root, items, to };
  if (target.kind === 'section') {
    if (entries.every(({ section }) => section.title !== to)) return move;
    if (isHere && isAtEnd(entries, target)) return undefined;
    if (sort !== 'board') return isHere ? 'sorted' : move;
    // Without a place, entries that are in the section already stay where they are.
    const last = target.section.entries.findLast((entry) => !entries.some((one) => one.entry === entry));
    return last ? { ...move, after: last.name } : move;
  }
  const { name, range } = target.entry;
  if (entries.some(({ entry }) => entry === target.entry)) return undefined;
  // What is shown is not the order of the file: a place among the rows would be another one there.
  if (sort !== 'board') return isHere ? 'sorted' : move;
  const fromAbove = isHere && first.entry.range.start.line < range.start.line;
  return fromAbove ? { ...move, after: name } : { ...move, before: name };
}

function isAtEnd(entries: readonly EntryRow[], { section }: { readonly section: EntryRow['section'] }): boolean {
  const last = section.entries.slice(-entries.length);
  return last.length === entries.length && last.every((one, at) => one === entries[at]?.entry);
}
