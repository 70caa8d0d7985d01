import { describe, expect, it } from 'vitest';
import { draggedEntries, moveOfDrop } from '../../../client/src/board/boardMoves.js';
import { type BoardChoice, everything } from '../../../client/src/board/boardOrder.js';
import { type BoardRow, boardRowsBelow, topBoardRows } from '../../../client/src/board/boardRows.js';
import { at, boardOf, entryOf } from './boardViews.js';

const task = { text: 'Model', checked: false, range: at(9) };
const here = boardOf({
  '': [entryOf('STORY-7')],
  Backlog: [entryOf('STORY-1'), entryOf('STORY-2'), entryOf('STORY-3', {}, { tasks: [task] })],
  Done: [entryOf('STORY-4'), { title: 'no id', name: 'L9#0', range: at(0), tasks: [], id: undefined }],
});
const there = boardOf(
  { Backlog: [entryOf('STORY-1')] },
  { uri: 'file:///other/board.md', root: 'file:///other', name: 'other' },
);

/** A row by its path of labels: `project/Backlog/STORY-1`. */
function row(path: string, choice: BoardChoice): BoardRow {
  let rows = topBoardRows([here, there], choice);
  let found: BoardRow | undefined;
  for (const name of path.split('/')) {
    found = rows.find((one) => labelOf(one) === name);
    if (!found) throw new Error(`no ${name} of ${path}`);
    rows = boardRowsBelow(found, choice);
  }
  if (!found) throw new Error('no path');
  return found;
}

function labelOf(one: BoardRow): string {
  switch (one.kind) {
    case 'board':
      return one.board.name;
    case 'section':
      return one.section.title;
    case 'entry':
      return one.entry.id ?? one.entry.title;
    case 'task':
      return one.task.text;
  }
}

const drops: readonly (readonly [dragged: string, on: string, expected: unknown, choice?: Partial<BoardChoice>])[] = [
  ['Backlog/STORY-1', 'Done', { items: ['STORY-1'], to: 'Done' }],
  ['Backlog/STORY-1', 'Backlog', { items: ['STORY-1'], to: 'Backlog', after: 'STORY-3' }],
  ['Backlog/STORY-3', 'Backlog', undefined],
  ['Backlog/STORY-2 Backlog/STORY-3', 'Backlog', undefined],
  ['Backlog/STORY-3 Backlog/STORY-1', 'Backlog', { items: ['STORY-1', 'STORY-3'], to: 'Backlog', after: 'STORY-2' }],
  ['Done/STORY-4 Backlog/STORY-1', 'Backlog', { items: ['STORY-1', 'STORY-4'], to: 'Backlog', after: 'STORY-3' }],
  ['Backlog/STORY-1', 'Backlog', 'sorted', { sort: 'id' }],
  ['Backlog/STORY-1', 'Done/STORY-4', { items: ['STORY-1'], to: 'Done', before: 'STORY-4' }],
  ['Backlog/STORY-1', 'Done/no id', { items: ['STORY-1'], to: 'Done', before: 'L9#0' }],
  ['Backlog/STORY-3', 'Backlog/STORY-1', { items: ['STORY-3'], to: 'Backlog', before: 'STORY-1' }],
  ['Backlog/STORY-1', 'Backlog/STORY-3', { items: ['STORY-1'], to: 'Backlog', after: 'STORY-3' }],
  ['Backlog/STORY-1', 'Backlog/STORY-3/Model', { items: ['STORY-1'], to: 'Backlog', after: 'STORY-3' }],
  ['Backlog/STORY-1', 'Backlog/STORY-1', undefined],
  ['Backlog/STORY-2 Backlog/STORY-1', 'Done', { items: ['STORY-1', 'STORY-2'], to: 'Done' }],
  [
    'Backlog/STORY-1 Done/STORY-4',
    'Backlog/STORY-3',
    { items: ['STORY-1', 'STORY-4'], to: 'Backlog', before: 'STORY-3' },
  ],
  ['/STORY-7', 'Backlog', { items: ['STORY-7'], to: 'Backlog' }],
  ['Backlog/STORY-1', '', 'noSection'],
  ['Done/no id', 'Backlog', 'noId'],
  ['Backlog', 'Done', 'noEntries'],
  ['Backlog/STORY-3', 'Backlog/STORY-1', 'sorted', { sort: 'priority' }],
  ['Backlog/STORY-3', 'Done/STORY-4', { items: ['STORY-3'], to: 'Done' }, { sort: 'priority' }],
];

describe('a drop', () => {
  const cases = drops.map(([dragged, on, expected, more]) => ({
    dragged,
    on,
    expected,
    choice: { ...everything, ...more },
  }));
  it.each(cases)('of $dragged on $on', ({ dragged, on, expected, choice }) => {
    const rows = dragged.split(/ (?=\S+\/)/u).map((path) => row(`project/${path}`, choice));
    const move = moveOfDrop(draggedEntries(rows), row(`project/${on}`, choice), choice);
    expect(move).toEqual(typeof expected === 'object' ? { root: here.root, ...expected } : expected);
  });

  it('on another board is refused, and on the board itself there is no place', () => {
    const rows = draggedEntries([row('project/Backlog/STORY-1', everything)]);
    expect(moveOfDrop(rows, row('other/Backlog', everything), everything)).toBe('otherBoard');
    expect(moveOfDrop(rows, row('project', everything), everything)).toBe('noSection');
  });
});
