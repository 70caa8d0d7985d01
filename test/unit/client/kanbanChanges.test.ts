import { describe, expect, it } from 'vitest';
import type { KanbanChange } from '../../../client/src/kanban/kanbanMessages.js';
import { besideAt } from '../../../client/webview/kanban/dropTarget.js';
import { filterColumns } from '../../../client/webview/kanban/filter.js';
import { moved, withPending } from '../../../client/webview/kanban/pending.js';
import { asText, columnsOf } from './kanbanColumns.js';

describe('changes that are shown before they are settled', () => {
  const board = columnsOf('Backlog: a b c, Done: d2');
  const move = (cards: string, column: string, beside?: readonly [string, 'before' | 'after']): KanbanChange => ({
    type: 'move',
    cards: cards.split(' '),
    column,
    ...(beside ? { beside: { card: beside[0], side: beside[1] } } : {}),
  });
  const cases: readonly (readonly [changes: readonly KanbanChange[], after: string])[] = [
    [[], 'Backlog: a b c, Done: d'],
    [[move('a', 'Done')], 'Backlog: b c, Done: d a'],
    [[move('a', 'Done', ['d', 'before'])], 'Backlog: b c, Done: a d'],
    [[move('a', 'Backlog', ['b', 'after'])], 'Backlog: b a c, Done: d'],
    [[move('c', 'Backlog', ['a', 'before'])], 'Backlog: c a b, Done: d'],
    [[move('a', 'Done'), move('a', 'Backlog')], 'Backlog: b c a, Done: d'],
    // Several come in the order of the board, wherever they are; without a place, those that are there stay.
    [[move('c a', 'Done')], 'Backlog: b, Done: d a c'],
    [[move('d c', 'Backlog', ['a', 'after'])], 'Backlog: a c d b, Done:'],
    [[move('a d', 'Done')], 'Backlog: b c, Done: d a'],
    // What was gone meanwhile changes nothing, and what it was to stand beside is looked for in vain.
    [[move('x', 'Done')], 'Backlog: a b c, Done: d'],
    [[move('a', 'Nowhere')], 'Backlog: a b c, Done: d'],
    [[move('a', 'Done', ['x', 'before'])], 'Backlog: b c, Done: d a'],
  ];
  it.each(cases)('%o', (changes, after) => {
    const pending = changes.map((change, request) => ({ request, change }));
    expect(asText(withPending(board, pending))).toBe(after);
  });

  it('tick a task, write a title anew, and leave other columns the same objects', () => {
    const pending: readonly KanbanChange[] = [
      { type: 'tick', card: 'd', task: 1, text: 'task 2', ticked: true },
      { type: 'rename', card: 'd', title: 'New' },
    ];
    const [backlog, done] = withPending(
      board,
      pending.map((change, request) => ({ request, change })),
    );
    expect(backlog).toBe(board[0]);
    expect(done?.cards[0]).toMatchObject({ title: 'New', tasks: [{ checked: false }, { checked: true }] });
  });
});

describe('where a dragged card would be put', () => {
  const boxes = [
    { key: 'a', top: 0, bottom: 100 },
    { key: 'b', top: 110, bottom: 150 },
  ];
  const cases = [
    [20, 'x', 'before a'],
    [60, 'x', 'before b'],
    [129, 'x', 'before b'],
    [140, 'x', 'after b'],
    [20, 'a', 'before b'],
    [140, 'b', 'after a'],
  ] as const;
  it.each(cases)('at %i with %s: %s', (y, held, expected) => {
    const beside = besideAt(boxes, y, [held]);
    expect(beside && `${beside.side} ${beside.card}`).toBe(expected);
  });

  it('is beside nothing in a column without others', () => {
    expect(besideAt([], 20, ['a'])).toBeUndefined();
  });

  const board = columnsOf('Backlog: a b c, Done:');
  const places = [
    ['b', 'before', 'a', false],
    ['b', 'after', 'a', true],
    ['b', 'before', 'c', true],
    ['b', 'after', 'c', false],
    ['a b', 'before', 'c', true],
    ['a c', 'after', 'b', false],
    ['x', 'after', 'c', true],
  ] as const;
  it.each(places)('%s %s %s is where it is: %s', (held, side, card, expected) => {
    expect(moved(board, { cards: held.split(' '), column: 'Backlog', beside: { card, side } }) === board).toBe(
      expected,
    );
  });

  it('is where it is without a place in its own column, as the operation has it', () => {
    expect(moved(board, { cards: ['a'], column: 'Backlog' })).toBe(board);
    expect(asText(moved(board, { cards: ['a'], column: 'Done' }))).toBe('Backlog: b c, Done: a');
  });
});

describe('the filter', () => {
  const board = columnsOf('Backlog: STORY-a BUG-b, Done: STORY-c2');
  const cases = [
    ['', 'Backlog: STORY-a BUG-b, Done: STORY-c'],
    ['  ', 'Backlog: STORY-a BUG-b, Done: STORY-c'],
    ['story', 'Backlog: STORY-a, Done: STORY-c'],
    ['the bug', 'Backlog: BUG-b, Done:'],
    ['task 2', 'Backlog:, Done: STORY-c'],
    ['nothing', 'Backlog:, Done:'],
  ] as const;
  it.each(cases)('"%s"', (filter, expected) => {
    expect(asText(filterColumns(board, filter))).toBe(expected);
  });

  it('leaves the columns the same objects where it is empty', () => {
    expect(filterColumns(board, ' ')).toBe(board);
  });
});
