import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../../server/src/base/limiter.js';

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createLimiter', () => {
  it('runs everything, in order, never more at once than it may', async () => {
    const limit = createLimiter(3);
    const started: number[] = [];
    let now = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        limit(async () => {
          started.push(index);
          most = Math.max(most, ++now);
          await later();
          now--;
          return index;
        }),
      ),
    );
    const all = Array.from({ length: 20 }, (_, index) => index);
    expect(results).toEqual(all);
    expect(started).toEqual(all);
    expect(most).toBe(3);
  });

  it('goes on after a task that fails', async () => {
    const limit = createLimiter(1);
    const failing = limit(() => Promise.reject(new Error('no')));
    const following = limit(() => 'yes');
    await expect(failing).rejects.toThrow('no');
    await expect(following).resolves.toBe('yes');
  });
});
