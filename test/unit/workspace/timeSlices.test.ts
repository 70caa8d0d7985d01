import { describe, expect, it } from 'vitest';
import { createTimeSlices } from '../../../server/src/base/timeSlices.js';

describe('createTimeSlices', () => {
  it('gives others their turn between every two pieces of work that use up a slice', async () => {
    const slices = createTimeSlices(0);
    const seen: string[] = [];
    const work = (name: string): void => {
      seen.push(name);
      // Longer than the slice.
      const until = performance.now() + 1;
      while (performance.now() < until);
      setImmediate(() => seen.push('other'));
    };
    await Promise.all([...['a', 'b', 'c'].map((name) => slices.run(() => work(name)))]);
    expect(seen).toEqual(['a', 'other', 'b', 'other', 'c']);
  });

  it('hands on what the work gives or throws', async () => {
    const slices = createTimeSlices(0);
    await expect(slices.run(() => 1)).resolves.toBe(1);
    await expect(slices.run(() => Promise.resolve(2))).resolves.toBe(2);
    const failing = slices.run(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(slices.run(() => 3)).resolves.toBe(3);
  });

  it('does not pause while there is time left', async () => {
    const slices = createTimeSlices(10_000);
    await slices.turn();
    let other = false;
    setImmediate(() => (other = true));
    for (let piece = 0; piece < 100; piece++) {
      await slices.turn();
      await slices.run(() => undefined);
    }
    expect(other).toBe(false);
  });
});
