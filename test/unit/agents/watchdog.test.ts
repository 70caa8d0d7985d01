import { describe, expect, it } from 'vitest';
import { noticeAt } from '../../../server/src/execution/agents/watchdog.js';

const notice = (workedMs: number, silentMs: number, toldMs = 0): ReturnType<typeof noticeAt> =>
  noticeAt({ timeMs: 7_200_000, silenceMs: 1_200_000 }, { workedMs, silentMs, toldMs }, 180_000);

describe('what a moment of an agent at work brings', () => {
  it('is a word for each three minutes of silence, once', () => {
    expect(notice(500_000, 179_999)).toBeUndefined();
    expect(notice(500_000, 180_000)).toEqual({ kind: 'silent', ms: 180_000 });
    expect(notice(500_000, 350_000, 180_000)).toBeUndefined();
    expect(notice(500_000, 361_000, 180_000)).toEqual({ kind: 'silent', ms: 360_000 });
  });

  it('is its end where it was silent, or took, too long', () => {
    expect(notice(1_300_000, 1_200_000)).toEqual({
      kind: 'over',
      end: { kind: 'silence', message: 'it said nothing for 20 min' },
    });
    expect(notice(7_200_000, 5)).toEqual({
      kind: 'over',
      end: { kind: 'timeLimit', message: 'it took longer than 2 h' },
    });
  });

  it('is never an end without a limit', () => {
    expect(noticeAt({}, { workedMs: 1e12, silentMs: 10, toldMs: 0 }, 180_000)).toBeUndefined();
  });
});
