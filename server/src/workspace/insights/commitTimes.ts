import { longestRise } from '../../base/longestRise.js';

/**
 * The times of commits that follow each other, so that none is before the one it is on. Clocks differ, and dates can be set: as
 * many times as can be are believed, and the others are those of the believed ones before them.
 *
 * @param times of the commits, oldest first, in milliseconds since 1970.
 * @param now nothing was committed later.
 */
export function timesInOrder(
  times: readonly number[],
  now: number,
): { readonly times: readonly number[]; readonly corrected: number } {
  const possible = times.map((time) => Math.min(time, now));
  const believed = longestRise(possible);
  let last = possible.find((_, at) => believed.has(at)) ?? now;
  const inOrder = possible.map((time, at) => (last = believed.has(at) ? time : last));
  return { times: inOrder, corrected: inOrder.filter((time, at) => time !== times[at]).length };
}
