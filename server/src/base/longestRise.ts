/**
 * The places of a longest run of values that never falls, others between them left out.
 *
 * @see https://en.wikipedia.org/wiki/Longest_increasing_subsequence
 */
export function longestRise(values: readonly number[]): ReadonlySet<number> {
  // For each length, where the run of that length ends that ends lowest; and for each place, the one before it in its run.
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
