import { describe, expect, it } from 'vitest';
import { createOpenRows } from '../../../client/src/board/openRows.js';

function memento(kept: unknown): {
  get: () => unknown;
  update: (key: string, value: unknown) => Promise<void>;
  kept: () => unknown;
} {
  let now = kept;
  return {
    get: () => now,
    update: (_, value) => {
      now = JSON.parse(JSON.stringify(value));
      return Promise.resolve();
    },
    kept: () => now,
  };
}

describe('rows that a person opened or closed', () => {
  it('are what they were in the next window', () => {
    const state = memento(undefined);
    const rows = createOpenRows(state as never, 'key'); // what it uses of a memento
    rows.set('a', true);
    rows.set('b', false);
    rows.set('a', false);
    const next = createOpenRows(state as never, 'key'); // likewise
    expect([next.isOpen('a'), next.isOpen('b'), next.isOpen('c')]).toEqual([false, false, undefined]);
  });

  it('are forgotten, the oldest first, when there are too many', () => {
    const state = memento(undefined);
    const rows = createOpenRows(state as never, 'key'); // likewise
    for (let index = 0; index < 501; index++) rows.set(String(index), true);
    expect([rows.isOpen('0'), rows.isOpen('1')]).toEqual([undefined, true]);
    expect(state.kept()).toHaveLength(500);
  });

  it.each([['x'], [[1, 'a', ['b', 2]]]])('are none where %j was kept', (kept) => {
    expect(createOpenRows(memento(kept) as never, 'key').isOpen('b')).toBeUndefined(); // likewise
  });
});
