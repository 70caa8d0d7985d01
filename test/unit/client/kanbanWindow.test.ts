import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listWindow, scrollTopFor } from '../../../client/webview/kanban/window.js';

describe('the cards of a column that are made', () => {
  const view = { count: 100, heightOf: () => 50, height: 200, margin: 100 };
  const cases = [
    [0, { first: 0, end: 6, before: 0, after: 94 * 50 }],
    [1_000, { first: 18, end: 26, before: 18 * 50, after: 74 * 50 }],
    [4_800, { first: 94, end: 100, before: 94 * 50, after: 0 }],
    [9_999, { first: 0, end: 0, before: 0, after: 5_000 }],
  ] as const;
  it.each(cases)('scrolled to %i', (top, expected) => {
    expect(listWindow({ ...view, top })).toEqual(expected);
  });

  it('are none where there are none', () => {
    expect(listWindow({ ...view, count: 0, top: 0 })).toEqual({ first: 0, end: 0, before: 0, after: 0 });
  });

  const lists = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 200 });

  it('are all that are in sight, and with the room for the others as high as the whole list', () => {
    fc.assert(
      fc.property(
        lists,
        fc.nat(1_000),
        fc.integer({ min: 1, max: 1_000 }),
        fc.nat(500),
        (heights, top, height, margin) => {
          const heightOf = (index: number): number => heights[index] ?? 0;
          const sum = (from: number, to: number): number =>
            heights.slice(from, to).reduce((total, one) => total + one, 0);
          const total = sum(0, heights.length);
          const { first, end, before, after } = listWindow({ count: heights.length, heightOf, top, height, margin });
          expect(before + sum(first, end) + after).toBe(total);
          heights.forEach((_, index) => {
            const from = sum(0, index);
            const isInSight = from < top + height && from + heightOf(index) > top;
            if (isInSight) expect(index >= first && index < end).toBe(true);
          });
        },
      ),
    );
  });

  it('are few, however long the list', () => {
    const { first, end } = listWindow({ ...view, count: 100_000, top: 1_000_000 });
    expect(end - first).toBeLessThan(12);
  });

  it('are scrolled to as little as is needed', () => {
    const list = { heightOf: () => 50, height: 200 };
    expect(scrollTopFor(3, { ...list, top: 0 })).toBe(0);
    expect(scrollTopFor(4, { ...list, top: 0 })).toBe(50);
    expect(scrollTopFor(0, { ...list, top: 120 })).toBe(0);
    expect(scrollTopFor(5, { ...list, top: 100 })).toBe(100);
  });
});
