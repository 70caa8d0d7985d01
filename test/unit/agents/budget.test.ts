import { describe, expect, it } from 'vitest';
import { costWords, dollarsLeft, overBudget, reservedBefore, spentOf } from '../../../server/src/agents/budget.js';
import { dollarsOf, estimateOf } from '../../../server/src/agents/prices.js';

describe('what a session cost', () => {
  it('is what its program says, else what the list says, else unknown', () => {
    const usage = { inputTokens: 2_000_000, cachedTokens: 1_000_000, outputTokens: 100_000 };
    expect(dollarsOf({ ...usage, dollars: 0.5, model: 'gpt-5-codex' })).toBe(0.5);
    expect(dollarsOf({ ...usage, model: 'gpt-5-codex' })).toBeCloseTo(1.25 + 0.125 + 1);
    expect(dollarsOf({ ...usage, model: 'gpt-99' })).toBeUndefined();
    expect(dollarsOf({ ...usage, model: 'constructor' })).toBeUndefined();
    expect(dollarsOf(usage)).toBeUndefined();
    expect(dollarsOf({ model: 'gpt-5-codex', inputTokens: 5 })).toBeUndefined();
  });

  it('is shown with the date of the list prices, if it comes from them', () => {
    const usage = { inputTokens: 2_000_000, cachedTokens: 1_000_000, outputTokens: 100_000 };
    const estimate = estimateOf({ ...usage, model: 'gpt-5-codex' });
    expect(costWords({ ...estimate })).toMatch(/^\$2\.38 at list prices of \d{4}-\d{2}-\d{2}$/u);
    expect(estimateOf({ ...usage, dollars: 0.5, model: 'gpt-5-codex' })).toBeUndefined();
    expect(costWords({ dollars: 0.5 })).toBe('$0.50');
    expect(costWords({})).toBeUndefined();
  });
});

describe('a budget', () => {
  const now = Date.parse('2026-03-02T01:00:00Z');
  const begunAt = now - 60_000;
  const session = (
    dollars: number | undefined,
    startedAt: number,
    more: object = {},
  ): Parameters<typeof spentOf>[1][number] => ({
    item: 'STORY-001',
    phase: 'act',
    dollars,
    startedAt,
    ...more,
  });
  const sessions = [
    session(1, begunAt),
    session(2, begunAt + 5, { phase: 'check' }),
    session(4, now - 2 * 60 * 60_000),
    session(8, begunAt, { item: 'STORY-002' }),
    session(undefined, 5),
  ];
  const spent = (budgets: Parameters<typeof spentOf>[0]): ReturnType<typeof spentOf> =>
    spentOf(budgets, sessions, { phase: 'act', item: 'STORY-001', begunAt, now });

  it('is spent by the run of the phase, by the item, and by all of the day', () => {
    expect(spent({ phase: 10, item: 20, day: 30 })).toEqual([
      { name: 'phase', budget: 10, spent: 1, unknown: 0 },
      { name: 'item', budget: 20, spent: 7, unknown: 1 },
      { name: 'day', budget: 30, spent: 11, unknown: 0 },
    ]);
    expect(dollarsLeft(spent({ phase: 10, item: 9.5 }))).toBe(2.5);
    expect(dollarsLeft(spent({}))).toBeUndefined();
  });

  it('of a day is one of tokens and of working time, too', () => {
    const midnight = Date.parse('2026-03-02T00:00:00Z');
    const worked = (from: number, seconds: number): object => ({ from, to: from + seconds * 1_000 });
    const today = [
      session(1, begunAt, { inputTokens: 900, outputTokens: 100, worked: [worked(begunAt, 30), worked(now, 30)] }),
      session(1, begunAt, { item: 'STORY-002', inputTokens: 500, worked: [worked(begunAt, 20)] }),
      session(1, begunAt),
      // From two minutes before midnight to forty seconds after it.
      session(1, midnight - 500_000, { inputTokens: 7_000, worked: [worked(midnight - 120_000, 160)] }),
      session(1, 5, { worked: [worked(5, 9_000)] }),
    ];
    const left = (budgets: Parameters<typeof spentOf>[0]): ReturnType<typeof spentOf> =>
      spentOf(budgets, today, { phase: 'act', item: 'STORY-001', begunAt, now });
    const both = left({ dayTokens: 1_501, dayMinutes: 3 });
    expect(both).toEqual([
      { name: 'dayTokens', budget: 1_501, spent: 1_500, unknown: 1 },
      { name: 'dayMinutes', budget: 3, spent: 2, unknown: 0 },
    ]);
    expect(dollarsLeft(both)).toBeUndefined();
    expect(overBudget(both)).toBeUndefined();
    expect(overBudget(left({ dayTokens: 1_500 }))).toEqual({
      kind: 'quota',
      message:
        'agents have used 1500 tokens today, and 1500 are allowed: raise `agents.budget.dayTokens`, or wait until midnight (UTC)',
    });
    expect(overBudget(left({ dayMinutes: 2 }))?.message).toContain('agents have worked 2 minutes today');
  });

  it('lets no agent be started once it is spent', () => {
    expect(overBudget(spent({ phase: 10, item: 7 }))).toEqual({
      kind: 'budget',
      message: 'this item has cost $7.00, and the budget is $7.00: raise `agents.budget.item`',
    });
    expect(overBudget(spent({ phase: 10, item: 20, day: 30 }))).toBeUndefined();
  });

  it('of a day holds what is put aside for others that began before, beyond what they have used', () => {
    const at = (
      packet: string,
      seconds: number,
      isElsewhere = false,
      run = 'one',
    ): Parameters<typeof reservedBefore>[0][number] => ({
      run,
      packet,
      dollars: 5,
      at: begunAt + seconds * 1_000,
      isElsewhere,
    });
    const all = [at('STORY-003', 2), at('STORY-002', -1), at('STORY-004', 1, true)];
    const before = (packet: string, run = 'one'): ReturnType<typeof reservedBefore> =>
      reservedBefore(all, { run, packet }, sessions);
    expect(before('STORY-003')).toEqual({ dollars: 5, runs: ['one'] });
    expect(before('STORY-004')).toEqual({ dollars: 0, runs: [] });
    // Another run has a packet of that name.
    expect(before('STORY-004', 'two')).toEqual({ dollars: 10, runs: ['one'] });
    const twins = [at('api', 1, true), at('api', 2, true, 'two')];
    expect(reservedBefore(twins, { run: 'two', packet: 'api' }, [])).toEqual({ dollars: 5, runs: ['one'] });
    expect(reservedBefore(all, undefined, [session(2, begunAt, { item: 'STORY-002' })]).dollars).toBe(13);
    const reserved = { dollars: 5, runs: ['one', 'two'] };
    const left = (day: number): ReturnType<typeof spentOf> =>
      spentOf({ day }, sessions, { phase: 'act', item: undefined, begunAt, now, reserved });
    expect(dollarsLeft(left(20))).toBe(4);
    expect(overBudget(left(20), 4)).toBeUndefined();
    expect(overBudget(left(20), 4.5)).toEqual({
      kind: 'reserved',
      message:
        'today has cost $11.00, $5.00 are put aside for agents at work in one, two, and the budget is $20.00: wait until they end, or raise `agents.budget.day`',
    });
    expect(overBudget(left(16))).toMatchObject({ kind: 'reserved' });
    expect(overBudget(left(11))).toMatchObject({ kind: 'quota' });
  });

  it('of a phase lets none be started either where nobody knows what was spent', () => {
    const [left] = spentOf({ phase: 5 }, [session(undefined, begunAt)], {
      phase: 'act',
      item: 'STORY-001',
      begunAt,
      now,
    });
    expect(overBudget(left ? [left] : [])).toMatchObject({
      kind: 'budget',
      message: expect.stringContaining('unknown') as string,
    });
  });
});
