import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgress } from '../../../server/src/doors/cli/progress.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is shown, by what happens after how many milliseconds. */
it.each<
  [
    says: string,
    terminal: boolean,
    events: readonly (readonly [at: number, title: string | undefined])[],
    shown: string,
  ]
>([
  ['nothing of what is over within a second', true, [[900, undefined]], ''],
  ['after a second that it goes on', true, [[1_100, undefined]], '… garden is still running (Ctrl+C cancels)\n'],
  [
    'what it does, at once',
    true,
    [
      [10, 'Reading'],
      [2_000, undefined],
    ],
    '… Reading\n',
  ],
  [
    'nothing where nobody looks on',
    false,
    [
      [10, 'Reading'],
      [2_000, undefined],
    ],
    '',
  ],
])('says %s', (_, terminal, events, shown) => {
  let err = '';
  const { show, end } = createProgress({ terminal, err: (text) => (err += text) }, 'garden');
  let now = 0;
  for (const [at, title] of events) {
    vi.advanceTimersByTime(at - now);
    now = at;
    if (title === undefined) end();
    else show(title);
  }
  vi.advanceTimersByTime(5_000);
  expect(err).toBe(shown);
});
