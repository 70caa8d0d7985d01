import { describe, expect, it } from 'vitest';
import {
  type BoardChoice,
  type BoardSort,
  everything,
  inBoardOrder,
  isShown,
  readBoardChoice,
} from '../../../client/src/board/boardOrder.js';
import { entryOf } from './boardViews.js';

const entries = [
  entryOf('STORY-010', { rank: 2, changedAt: 5 }),
  entryOf('BUG-001', { rank: 1 }),
  entryOf('STORY-al-002', { developer: 'al', changedAt: 9, drifts: 1, warnings: 1 }),
  entryOf('STORY-9', { rank: 1, blockedBy: ['BUG-001'], criteria: 2, covered: 1, errors: 1 }),
  { ...entryOf('x'), id: undefined, facts: undefined, title: 'no id' },
];

const orders: readonly (readonly [BoardSort, string])[] = [
  ['board', 'STORY-010 BUG-001 STORY-al-002 STORY-9 -'],
  ['id', 'STORY-9 STORY-010 STORY-al-002 BUG-001 -'],
  ['priority', 'BUG-001 STORY-9 STORY-010 STORY-al-002 -'],
  ['changed', 'STORY-al-002 STORY-010 BUG-001 STORY-9 -'],
  ['blocked', 'STORY-9 STORY-010 BUG-001 STORY-al-002 -'],
];

describe('entries are sorted', () => {
  const rows = entries.map(({ facts, ...entry }) => ({ entry: facts ? { ...entry, facts } : entry }));
  it.each(orders)('by %s', (sort, expected) => {
    expect(
      inBoardOrder(rows, sort)
        .map(({ entry }) => entry.id ?? '-')
        .join(' '),
    ).toBe(expected);
  });
});

const choices: readonly (readonly [string, Partial<BoardChoice>, string | undefined, string])[] = [
  ['all', {}, undefined, 'STORY-010 BUG-001 STORY-al-002 STORY-9 -'],
  ['mine', { mine: true }, 'AL', 'STORY-al-002'],
  ['mine where no developer is configured', { mine: true }, undefined, 'STORY-010 BUG-001 STORY-al-002 STORY-9 -'],
  ['blocked', { filters: ['blocked'] }, undefined, 'STORY-9'],
  ['with drift', { filters: ['drifts'] }, undefined, 'STORY-al-002'],
  ['with findings', { filters: ['findings'] }, undefined, 'STORY-al-002 STORY-9'],
  ['uncovered', { filters: ['uncovered'] }, undefined, 'STORY-9'],
  ['all of several', { filters: ['findings', 'drifts'] }, undefined, 'STORY-al-002'],
];

describe('entries are shown', () => {
  it.each(choices)('%s', (_, choice, developer, expected) => {
    const board = developer === undefined ? {} : { developer };
    const shown = entries.filter(({ facts }) => isShown(facts ? { facts } : {}, board, { ...everything, ...choice }));
    expect(shown.map(({ id }) => id ?? '-').join(' ')).toBe(expected);
  });
});

describe('a choice that was kept', () => {
  it('is read again', () => {
    const choice: BoardChoice = { sort: 'priority', filters: ['drifts'], mine: true };
    expect(readBoardChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  });
  it.each([[undefined], [null], ['x'], [{ sort: 'size', filters: ['red'], mine: 'yes' }], [{ filters: 3 }]])(
    'is none where it cannot be: %j',
    (kept) => {
      expect(readBoardChoice(kept)).toEqual(everything);
    },
  );
});
