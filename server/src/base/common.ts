/** What two texts or lists have in common at their beginning and at their end; the two stretches overlap in neither. */
export interface CommonEnds {
  /** Up to here they are the same. */
  readonly before: number;
  /** From here on the first one is the same, too, as the other one is so many characters further on. */
  readonly behind: number;
  readonly by: number;
}

export function commonEnds(one: string, other: string): CommonEnds {
  return endsOf(one.length, other.length, (at, otherAt) => one.charCodeAt(at) === other.charCodeAt(otherAt));
}

function endsOf(length: number, otherLength: number, isSame: (at: number, otherAt: number) => boolean): CommonEnds {
  const shorter = Math.min(length, otherLength);
  const by = otherLength - length;
  let before = 0;
  while (before < shorter && isSame(before, before)) before++;
  let behind = length;
  while (length - behind < shorter - before && isSame(behind - 1, behind + by - 1)) behind--;
  return { before, behind, by };
}

/** Two lists of lines as pairs of places (from 0) at which they are the same, in order: as many as there can be. */
export type LinePairs = readonly (readonly [before: number, after: number])[];

/**
 * What two lists of lines have in common, by Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
 *
 * @param mostDifferences how many removed and inserted lines are looked for.
 * @returns undefined if there are more.
 */
export function commonLines(
  before: readonly string[],
  after: readonly string[],
  mostDifferences: number,
): LinePairs | undefined {
  const ends = endsOf(before.length, after.length, (one, other) => before[one] === after[other]);
  const { before: start, behind, by } = ends;
  const inside = middlePairs(before.slice(start, behind), after.slice(start, behind + by), mostDifferences);
  if (!inside) return undefined;
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...inside.map(([one, other]) => [one + start, other + start] as const),
    ...Array.from({ length: before.length - behind }, (_, at) => [behind + at, behind + by + at] as const),
  ];
}

function middlePairs(a: readonly string[], b: readonly string[], mostDifferences: number): LinePairs | undefined {
  // How far each diagonal (place in `a` less place in `b`) has come, after so many differences.
  const last = a.length - b.length;
  const steps: ReadonlyMap<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let differences = 0; differences <= mostDifferences; differences++) {
    steps.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = startOf(reached, diagonal, differences);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      next.set(diagonal, x);
      if (diagonal === last && x >= a.length) return wayBack(steps, last, a.length);
    }
    reached = next;
  }
  return undefined;
}

function isInsertion(reached: ReadonlyMap<number, number>, diagonal: number, differences: number): boolean {
  return (
    diagonal === -differences ||
    (diagonal !== differences && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1))
  );
}

function startOf(reached: ReadonlyMap<number, number>, diagonal: number, differences: number): number {
  return isInsertion(reached, diagonal, differences)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

function wayBack(steps: readonly ReadonlyMap<number, number>[], last: number, length: number): LinePairs {
  const pairs: (readonly [number, number])[] = [];
  let diagonal = last;
  let x = length;
  for (let differences = steps.length - 1; differences >= 0; differences--) {
    const reached = steps[differences] ?? new Map<number, number>();
    const start = startOf(reached, diagonal, differences);
    for (; x > start; x--) pairs.push([x - 1, x - 1 - diagonal]);
    const insertion = isInsertion(reached, diagonal, differences);
    diagonal += insertion ? 1 : -1;
    x = reached.get(diagonal) ?? x;
  }
  return pairs.reverse();
}
