import { describe, expect, it } from 'vitest';
import { englishWords } from '../../../../server/src/reports/insights/englishWords.js';
import { insightsBody } from '../../../../server/src/reports/insights/insightsBody.js';
import type { BoardStep } from '../../../../server/src/workspace/insights/boardMoves.js';
import type { ItemMove } from '../../../../server/src/workspace/insights/movesCache.js';
import { timesInOrder } from '../../../../server/src/workspace/insights/boardPast.js';
import { dateOf, dayOf, weekOf } from '../../../../server/src/workspace/insights/days.js';
import { createInsights, type Insights } from '../../../../server/src/workspace/insights/insights.js';

/** A day and hour of January 2026: `5.5` is noon of the fifth, a Monday. */
const january = (day: number): number => Date.UTC(2026, 0, 1) + (day - 1) * 86_400_000;

const letters: Readonly<Record<string, ItemMove['section']>> = {
  B: 'backlog',
  P: 'inProgress',
  R: ':Review',
  D: 'done',
  '-': undefined,
};

/** Moves by day: `{ 5: 'A=B' }` has item A in the Backlog on the fifth of January. */
function insightsOf(
  moves: Readonly<Record<string, string>>,
  { now = 20, since, archived = '' }: { now?: number; since?: number; archived?: string } = {},
): Insights {
  const days = Object.keys(moves).sort((a, b) => Number(a) - Number(b));
  const steps = days.map((day): BoardStep => ({
    version: { commit: day, object: day, at: january(Number(day)) },
    moves: (moves[day] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((move) => {
        const [item = '', section = ''] = move.split('=');
        return { item, section: letters[section] };
      }),
  }));
  return createInsights(steps, {
    now: january(now),
    isArchived: (item) => archived.includes(item),
    ...(since === undefined ? {} : { since: dayOf(january(since)) }),
  });
}

describe('cycle time', () => {
  const cases: readonly (readonly [what: string, moves: Record<string, string>, expected: unknown])[] = [
    ['from the first In Progress to Done', { 5: 'A=B', 6: 'A=P', 8.5: 'A=D' }, [['A', 2.5, false]]],
    [
      'of an item that went back to the Backlog',
      { 5: 'A=B', 6: 'A=P', 7: 'A=B', 9: 'A=P', 10: 'A=D' },
      [['A', 4, false]],
    ],
    [
      'of the last run, where it was taken up again',
      { 5: 'A=B', 6: 'A=P', 8: 'A=D', 10: 'A=P', 13: 'A=D' },
      [['A', 3, false]],
    ],
    ['over a custom section', { 5: 'A=B', 6: 'A=P', 7: 'A=R', 9: 'A=D' }, [['A', 3, false]]],
    ['of what left Done', { 5: 'A=B', 6: 'A=P', 7: 'A=D', 9: 'A=-' }, [['A', 1, false]]],
    [
      'of what came back from the archive to Done',
      { 5: 'A=B', 6: 'A=P', 7: 'A=D', 9: 'A=-', 11: 'A=D' },
      [['A', 1, false]],
    ],
    ['at least, of what was in progress when the history begins', { 5: 'A=P', 7: 'A=D' }, [['A', 2, true]]],
    ['not of what is in progress again', { 5: 'A=B', 6: 'A=P', 7: 'A=D', 9: 'A=P' }, []],
  ];
  it.each(cases)('%s', (_, moves, expected) => {
    const { items } = insightsOf(moves).cycle;
    expect(items.map(({ item, days, atLeast }) => [item, days, atLeast])).toEqual(expected);
  });

  it('is not made up for items that never were In Progress', () => {
    const { items, neverInProgress, median } = insightsOf({ 5: 'A=B B=D', 6: 'A=D', 7: 'C=D' }).cycle;
    expect([items, neverInProgress, median]).toEqual([[], ['A', 'B', 'C'], undefined]);
  });

  it('has a median and what 85 of 100 took, without those whose start is not known', () => {
    const { cycle } = insightsOf({ 4: 'X=P', 5: 'A=P B=P C=P D=P', 6: 'A=D', 7: 'B=D', 9: 'C=D', 12: 'D=D X=D' });
    expect([cycle.median, cycle.percentile85]).toEqual([3, 7]);
    expect(insightsOf({ 4: 'A=B', 5: 'A=P B=P C=P', 6: 'A=D', 7: 'B=D', 9: 'C=D' }).cycle.median).toBe(2);
  });
});

describe('work in progress', () => {
  it('has its age by the clock, the oldest first, with what went on to a custom section', () => {
    const { inWork } = insightsOf({ 4: 'Z=B', 5: 'A=P B=B C=P', 8: 'B=P C=R', 9: 'Z=P', 10: 'Z=B' }, { now: 10 });
    expect(inWork.map(({ item, days, section }) => [item, days, section])).toEqual([
      ['A', 5, undefined],
      ['C', 5, 'Review'],
      ['B', 2, undefined],
    ]);
  });
});

describe('cumulative flow and burn-up', () => {
  it('counts at the end of each day, in the order of the board', () => {
    const { flow } = insightsOf({ 5: 'A=B B=B', 5.5: 'A=P', 7: 'A=R', 8: 'A=D C=B' }, { now: 9 });
    expect(flow.sections).toEqual([
      { kind: 'backlog' },
      { kind: 'inProgress' },
      { kind: 'custom', title: 'Review' },
      { kind: 'done' },
    ]);
    expect(dateOf(flow.from)).toBe('2026-01-05');
    expect(flow.counts).toEqual([
      [1, 1, 0, 0],
      [1, 1, 0, 0],
      [1, 0, 1, 0],
      [2, 0, 0, 1],
      [2, 0, 0, 1],
    ]);
  });

  it.each([
    ['left Done', { 5: 'A=D', 6: 'A=-' }, '', 1],
    ['left another section for the archive', { 5: 'A=P', 6: 'A=-' }, 'A', 1],
    ['was taken off', { 5: 'A=P', 6: 'A=-' }, '', 0],
    ['was taken off and came back', { 5: 'A=P', 6: 'A=-', 7: 'A=P', 8: 'A=D' }, '', 1],
  ] as const)('counts an item that %s', (_, moves, archived, done) => {
    expect(insightsOf(moves, { archived }).flow.counts.at(-1)).toEqual([0, 0, done]);
  });

  it('counts the least used of many custom sections together', () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const steps: BoardStep[] = [
      {
        version: { commit: 'c', object: 'o', at: january(5) },
        moves: names.flatMap((name, at): ItemMove[] =>
          Array.from({ length: at + 1 }, (_, number) => ({ item: `${name}${number}`, section: `:${name}` })),
        ),
      },
    ];
    const { flow } = createInsights(steps, { now: january(5), isArchived: () => false });
    expect(flow.sections.map(({ kind, title }) => title ?? kind)).toEqual([
      'backlog',
      'inProgress',
      'three',
      'four',
      'five',
      'six',
      'custom',
      'done',
    ]);
    expect(flow.counts).toEqual([[0, 0, 3, 4, 5, 6, 3, 0]]);
  });
});

describe('throughput', () => {
  it('has every week, those without anything too, and not what was done when the history begins', () => {
    const { weeks } = insightsOf({ 5: 'A=D B=B', 6: 'B=D', 20: 'C=D D=D' }, { now: 27 });
    expect(weeks.map(({ monday, done }) => [weekOf(monday), done])).toEqual([
      ['2026-W02', 1],
      ['2026-W03', 0],
      ['2026-W04', 2],
      ['2026-W05', 0],
    ]);
  });

  it.each([
    ['2026-01-01', '2026-W01'],
    ['2024-12-30', '2025-W01'],
    ['2027-01-03', '2026-W53'],
    ['1970-01-01', '1970-W01'],
    ['2021-01-01', '2020-W53'],
  ])('has the week of %s as %s', (date, week) => {
    expect(weekOf(dayOf(Date.parse(date)))).toBe(week);
  });
});

describe('--since', () => {
  it('leaves out what was done before, and keeps what was there', () => {
    const { flow, cycle, weeks } = insightsOf(
      { 5: 'A=B B=B', 6: 'A=P B=P', 7: 'A=D', 14: 'B=D' },
      { since: 12, now: 15 },
    );
    expect(dateOf(flow.from)).toBe('2026-01-12');
    expect(flow.counts[0]).toEqual([0, 1, 1]);
    expect(cycle.items.map(({ item }) => item)).toEqual(['B']);
    expect(weeks).toHaveLength(1);
  });
});

describe('the times of commits', () => {
  it.each([
    [[1, 2, 3], 9, [1, 2, 3], 0],
    [[5, 5, 5], 9, [5, 5, 5], 0],
    [[1, 9, 3, 4], 9, [1, 1, 3, 4], 1],
    [[4, 5, 1, 6], 9, [4, 5, 5, 6], 1],
    [[0, 6, 7], 6, [0, 6, 6], 1],
    [[], 6, [], 0],
  ])('%j, now %i: %j', (times, now, expected, corrected) => {
    expect(timesInOrder(times, now)).toEqual({ times: expected, corrected });
  });
});

describe('the page', () => {
  const pageOf = (...moves: Parameters<typeof insightsOf>): string => {
    const report = { insights: insightsOf(...moves), notices: [], board: 'board.md' };
    return insightsBody([{ name: 'shop', report, titleOf: () => undefined }], englishWords);
  };

  it.each([
    [20, false],
    [21, true],
  ])('says that its chart of work in progress leaves some out: %i items', (count, expected) => {
    const moves = Array.from({ length: count }, (_, at) => `A${at}=P`).join(' ');
    expect(pageOf({ 4: 'X=B', 5: moves }).includes('The chart shows the first 20')).toBe(expected);
  });

  it('draws the bars of weeks within their picture', () => {
    const tops = Array.from(
      pageOf({ 4: 'X=B', 5: 'A=B B=B', 6: 'A=D B=D' }).matchAll(/<rect class="bar"[^>]* y="([^"]+)"/gu),
      ([, top]) => Number(top),
    );
    expect(tops).toEqual([20]);
  });
});
