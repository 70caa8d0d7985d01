import { describe, expect, it } from 'vitest';
import { everything } from '../../../client/src/board/boardOrder.js';
import { type BoardRow, boardRowsBelow, findEntryRow, topBoardRows } from '../../../client/src/board/boardRows.js';
import { toBoardTreeItem } from '../../../client/src/board/boardTreeItem.js';
import type { BoardView } from '../../../server/src/protocol.js';
import { at, boardOf, entryOf } from './boardViews.js';

/** A board whose rows begin at a line, with a section, an entry and a task that stand there twice. */
const board = (line: number): BoardView => {
  const task = { text: 'Model', checked: false, range: at(line + 2) };
  const entry = entryOf('STORY-001', {}, { range: at(line + 1), tasks: [task, { ...task, range: at(line + 3) }] });
  const section = { title: 'Backlog', kind: 'backlog' as const, range: at(line), entries: [entry, entry] };
  return { ...boardOf({}), sections: [section, { ...section, title: '' }] };
};

/** Label and id of every row, in the order shown. */
function labels(boards: readonly BoardView[]): { label: string; id: string }[] {
  const look = { canWrite: true, isOpen: () => undefined };
  const walk = (row: BoardRow): { label: string; id: string }[] => {
    const { label, id = '' } = toBoardTreeItem(row, look);
    return [{ label: typeof label === 'string' ? label : '', id }, ...boardRowsBelow(row, everything).flatMap(walk)];
  };
  return topBoardRows(boards, everything).flatMap(walk);
}

describe('the rows of the board tree', () => {
  it('each have an id of their own, also where names are equal', () => {
    const ids = labels([board(0), { ...board(0), uri: 'file:///other.md' }]).map(({ id }) => id);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keep their ids when lines are added above', () => {
    expect(labels([board(7)])).toEqual(labels([board(0)]));
  });

  it('keep their ids when others are hidden', () => {
    const two = boardOf({ Backlog: [entryOf('STORY-1'), entryOf('STORY-1', { drifts: 1 })] });
    const idsOf = (choice: typeof everything): string[] =>
      topBoardRows([two], choice).flatMap((row) => boardRowsBelow(row, choice).map(({ id }) => id));
    expect(idsOf({ ...everything, filters: ['drifts'] })).toEqual(idsOf(everything).slice(1));
  });

  it('all have a name to be read out', () => {
    expect(labels([board(0)]).filter(({ label }) => label === '')).toEqual([]);
  });

  it('are found by project and item', () => {
    const other = boardOf({ Done: [entryOf('STORY-002')] }, { uri: 'file:///b.md', root: 'file:///b', name: 'b' });
    const both = [boardOf({ Backlog: [entryOf('STORY-002')] }), other];
    const found = findEntryRow(both, everything, { root: 'file:///b', item: 'STORY-002' });
    expect(found?.section.title).toBe('Done');
    expect(found?.parent?.parent?.kind).toBe('board');
    expect(findEntryRow(both, everything, { root: 'file:///b', item: 'STORY-003' })).toBeUndefined();
  });
});

describe('a row', () => {
  const task = { text: 'Model', checked: true, range: at(3) };
  const shop = boardOf({
    Backlog: [entryOf('STORY-1', { spec: 'docs/specs/STORY-1.md', blockedBy: ['STORY-2'] }, { tasks: [task] })],
    'In Progress': [entryOf('STORY-2', {}, { tasks: [task, { ...task, checked: false }] })],
    Done: [{ ...entryOf('STORY-3', {}, { tasks: [task] }), id: undefined }],
  });
  const all = topBoardRows([shop], everything);
  const below = (section: number): readonly BoardRow[] =>
    all.slice(section, section + 1).flatMap((row) => boardRowsBelow(row, everything));
  const shown = (rows: readonly BoardRow[], canWrite = true, isOpen?: boolean): ReturnType<typeof toBoardTreeItem>[] =>
    rows.map((row) => toBoardTreeItem(row, { canWrite, isOpen: () => isOpen }));

  it('says what can be done with it', () => {
    expect([0, 1, 2].flatMap((section) => shown(below(section)).map(({ contextValue }) => contextValue))).toEqual([
      'entry item spec backlog finished',
      'entry item inProgress',
      'entry done finished',
    ]);
  });

  it('says in words what its icon tells', () => {
    const [blocked] = shown(below(0));
    expect(blocked?.description).toBe('Title of STORY-1 · blocked by STORY-2 · 1/1');
    expect(blocked?.accessibilityInformation?.label).toContain('1 of 1 tasks done');
  });

  it('is open where work goes on, and closed where it is over, unless a person said otherwise', () => {
    const states = (isOpen?: boolean): unknown[] =>
      shown([...all, ...below(1)], true, isOpen).map(({ collapsibleState }) => collapsibleState);
    expect(states()).toEqual([2, 2, 1, 2]);
    expect(states(false)).toEqual([1, 1, 1, 1]);
  });

  it('is open where a section is empty: VS Code keeps closed what could not be opened', () => {
    const [empty] = shown(topBoardRows([boardOf({ Backlog: [] })], everything));
    expect(empty?.collapsibleState).toBe(2);
  });

  it('has a check box where the board can be written and the entry has an id', () => {
    const tasks = (section: number): readonly BoardRow[] =>
      below(section).flatMap((row) => boardRowsBelow(row, everything));
    const boxes = (section: number, canWrite: boolean): unknown[] =>
      shown(tasks(section), canWrite).map(({ checkboxState }) =>
        typeof checkboxState === 'object' ? checkboxState.state : checkboxState,
      );
    expect(boxes(1, true)).toEqual([1, 0]);
    expect(boxes(1, false)).toEqual([undefined, undefined]);
    expect(boxes(2, true)).toEqual([undefined]);
  });
});
