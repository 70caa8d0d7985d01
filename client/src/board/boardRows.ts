import type { BoardEntryView, BoardSectionView, BoardTaskView, BoardView } from '../../../server/src/protocol.js';
import { type BoardChoice, inBoardOrder, isShown } from './boardOrder.js';
import { siblingIds } from '../editor/siblingIds.js';

interface Row {
  /** Holds no line number: an edit above must not close what a person has opened. */
  readonly id: string;
  readonly board: BoardView;
  readonly parent: BoardRow | undefined;
}

interface BoardRootRow extends Row {
  readonly kind: 'board';
}

export interface SectionRow extends Row {
  readonly kind: 'section';
  readonly section: BoardSectionView;
  /** How many of its entries are shown. */
  readonly shown: number;
}

export interface EntryRow extends Row {
  readonly kind: 'entry';
  readonly section: BoardSectionView;
  readonly entry: BoardEntryView;
}

export interface TaskRow extends Row {
  readonly kind: 'task';
  readonly section: BoardSectionView;
  readonly entry: BoardEntryView;
  readonly task: BoardTaskView;
}

/** A row of the board tree. */
export type BoardRow = BoardRootRow | SectionRow | EntryRow | TaskRow;

/** The rows of the first level: the sections of the only board, or the boards. */
export function topBoardRows(boards: readonly BoardView[], choice: BoardChoice): readonly BoardRow[] {
  const roots = boards.map((board): BoardRootRow => ({ kind: 'board', id: board.uri, board, parent: undefined }));
  const [only, ...others] = roots;
  return only && others.length === 0 ? sectionRows(only, undefined, choice) : roots;
}

export function boardRowsBelow(row: BoardRow, choice: BoardChoice): readonly BoardRow[] {
  switch (row.kind) {
    case 'board':
      return sectionRows(row, row, choice);
    case 'section':
      return entryRows(row, choice);
    case 'entry':
      return taskRows(row);
    case 'task':
      return [];
  }
}

/** The row of an item's entry; undefined if it is not shown. */
export function findEntryRow(
  boards: readonly BoardView[],
  choice: BoardChoice,
  { root, item }: { readonly root: string; readonly item: string },
): EntryRow | undefined {
  const find = (rows: readonly BoardRow[]): EntryRow | undefined => {
    for (const row of rows) {
      if (row.kind === 'entry' && row.entry.id === item) return row;
      if (row.kind !== 'board' && row.kind !== 'section') continue;
      const found = row.board.root === root ? find(boardRowsBelow(row, choice)) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return find(topBoardRows(boards, choice));
}

function sectionRows(
  { id, board }: BoardRootRow,
  parent: BoardRow | undefined,
  choice: BoardChoice,
): readonly SectionRow[] {
  return siblingIds(id, board.sections, ({ title }) => title).map(([at, section]) => ({
    kind: 'section',
    id: at,
    board,
    parent,
    section,
    shown: section.entries.filter((entry) => isShown(entry, board, choice)).length,
  }));
}

function entryRows(parent: SectionRow, choice: BoardChoice): readonly EntryRow[] {
  const { id, board, section } = parent;
  // By all entries: one that is hidden must not change the id of another.
  const rows = siblingIds(id, section.entries, (entry) => entry.id ?? entry.title)
    .filter(([, entry]) => isShown(entry, board, choice))
    .map(([at, entry]): EntryRow => ({ kind: 'entry', id: at, board, parent, section, entry }));
  return inBoardOrder(rows, choice.sort);
}

function taskRows(parent: EntryRow): readonly TaskRow[] {
  const { id, board, section, entry } = parent;
  return siblingIds(id, entry.tasks, ({ text }) => text).map(([at, task]) => ({
    kind: 'task',
    id: at,
    board,
    parent,
    section,
    entry,
    task,
  }));
}
