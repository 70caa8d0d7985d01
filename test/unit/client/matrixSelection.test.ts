import { describe, expect, it } from 'vitest';
import { chosenItems, countGaps, everything, onlyItem, readChoice } from '../../../client/webview/matrix/selection.js';
import type { MatrixItemView } from '../../../server/src/protocol.js';

const start = { line: 0, character: 0 };
const item = (id: string, title: string, ...gaps: readonly boolean[]): MatrixItemView => ({
  ...{ id, title, stage: 'backlog', place: { uri: 'file:///a.md', range: { start, end: start } } },
  gaps: gaps.filter(Boolean).length,
  rows: gaps.map((gap) => ({ tests: [], deferred: false, ...(gap ? { gap: 'noTest' } : {}) })),
});
const items = [
  item('STORY-001', 'Keep the cart', true, false),
  item('BUG-001', 'Lost carts', false),
  item('BUG-002', ''),
];

describe('what the matrix shows', () => {
  const cases = [
    { what: 'everything', choice: {}, ids: ['STORY-001', 'BUG-001', 'BUG-002'], only: undefined },
    { what: 'an id', choice: { filter: 'story-001' }, ids: ['STORY-001'], only: 'STORY-001' },
    {
      what: 'words of id and title, in any order',
      choice: { filter: ' cart BUG ' },
      ids: ['BUG-001'],
      only: 'BUG-001',
    },
    { what: 'a word of several', choice: { filter: 'cart' }, ids: ['STORY-001', 'BUG-001'], only: undefined },
    { what: 'nothing', choice: { filter: 'voucher' }, ids: [], only: undefined },
    { what: 'gaps', choice: { gapsOnly: true }, ids: ['STORY-001'], only: undefined },
  ];
  it.each(cases)('by $what', ({ choice, ids, only }) => {
    const chosen = { ...everything, ...choice };
    expect(chosenItems(items, chosen).map(({ id }) => id)).toEqual(ids);
    expect(onlyItem(items, chosen)).toBe(only);
  });

  it('is of an item with gaps its rows with a gap', () => {
    const [story] = chosenItems(items, { ...everything, gapsOnly: true });
    expect(story?.rows).toHaveLength(1);
    expect(countGaps(items)).toBe(1);
  });

  it.each([undefined, 'text', { filter: 3, gapsOnly: 'yes' }])('is everything where the kept choice is %j', (kept) => {
    expect(readChoice(kept)).toEqual(everything);
  });
});
