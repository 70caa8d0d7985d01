/**
 * The times of commits that follow each other, so that none is before the one it stands on. Clocks differ, and dates can be set: as
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

/**
 * The places of a longest subsequence that never falls.
 *
 * @see https://en.wikipedia.org/wiki/Longest_increasing_subsequence
 */
function longestRise(values: readonly number[]): ReadonlySet<number> {
  // For each length, where the subsequence of that length ends that ends lowest.
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  const valueAt = (place: number | undefined): number => values[place ?? 0] ?? 0;
  values.forEach((value, place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueAt(ends[middle]) <= value) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = place;
  });
  const places = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) places.add(place);
  return places;
}
