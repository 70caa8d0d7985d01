import { describe, expect, it } from 'vitest';
import { memo, memoEach, memoFor, once } from '../../../server/src/base/memo.js';

describe('memo', () => {
  it('computes again only where an input is another one', () => {
    const last = memo<{ readonly one: number; readonly other: string }, object>();
    const first = last({ one: 1, other: 'a' }, () => ({}));
    expect(last({ one: 1, other: 'a' }, () => ({}))).toBe(first);
    expect(last({ one: 1, other: 'b' }, () => ({}))).not.toBe(first);
  });

  it('hands the last inputs and value to the computation', () => {
    const sum = memo<{ readonly of: readonly number[] }, number>();
    expect(sum({ of: [1, 2] }, (before) => before?.value ?? 3)).toBe(3);
    expect(sum({ of: [1, 2, 4] }, (before) => (before ? before.value + before.inputs.of.length : 0))).toBe(5);
  });

  it('returns the last value where a new one says the same', () => {
    const list = memo<{ readonly at: number }, readonly number[]>({
      isEqual: (before, now) => before.join() === now.join(),
    });
    const first = list({ at: 1 }, () => [7]);
    expect(list({ at: 2 }, () => [7])).toBe(first);
    expect(list({ at: 3 }, () => [8])).toEqual([8]);
  });

  it('compares with the inputs of now once they made no difference, and holds no more than it is told', () => {
    const seen: string[] = [];
    const near = memo<{ readonly at: number; readonly text?: string }, number>({
      isSame: (before, now) => {
        seen.push(before.text ?? 'gone');
        return Math.abs(before.at - now.at) < 2;
      },
      hold: ({ at }) => ({ at }),
    });
    const values = [0, 1, 2, 4].map((at) => near({ at, text: 'held' }, () => at));
    expect(values).toEqual([0, 0, 0, 4]);
    expect(seen).toEqual(['gone', 'gone', 'gone']);
  });

  it('keeps the last value where a computation fails', () => {
    const last = memo<{ readonly at: number }, number>();
    last({ at: 1 }, () => 1);
    expect(() =>
      last({ at: 2 }, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(last({ at: 1 }, () => 9)).toBe(1);
  });
});

describe('memos of objects', () => {
  it('are one for each object, or for what stands for it', () => {
    const each = memoEach<object, { readonly at: number }, number>();
    const [one, other] = [{}, {}];
    expect([each(one, { at: 1 }, () => 1), each(other, { at: 1 }, () => 2), each(one, { at: 1 }, () => 3)]).toEqual([
      1, 2, 1,
    ]);
    const shared = {};
    const by = memoFor(
      (key: { readonly name: string; readonly by: object }) => key.name,
      (key) => key.by,
    );
    expect([by({ name: 'a', by: shared }), by({ name: 'b', by: shared }), by({ name: 'c', by: {} })]).toEqual([
      'a',
      'a',
      'c',
    ]);
  });

  it('know that a value is known which is undefined', () => {
    let calls = 0;
    const nothing = memoFor(({ name }: { readonly name?: string }): string | undefined => {
      calls++;
      return name;
    });
    const key = {};
    nothing(key);
    nothing(key);
    const late = once(() => ++calls);
    expect([late(), late()]).toEqual([2, 2]);
  });
});
