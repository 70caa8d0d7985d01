/** What two texts have in common at their beginning and at their end; the two stretches do not overlap in either text. */
export interface CommonEnds {
  /** Up to here they are the same. */
  readonly before: number;
  /** From here on the first one is the same, too, as the other one is so many characters further on. */
  readonly behind: number;
  readonly by: number;
}

export function commonEnds(one: string, other: string): CommonEnds {
  const shorter = Math.min(one.length, other.length);
  const by = other.length - one.length;
  let before = 0;
  while (before < shorter && one.charCodeAt(before) === other.charCodeAt(before)) before++;
  let behind = one.length;
  while (one.length - behind < shorter - before && one.charCodeAt(behind - 1) === other.charCodeAt(behind + by - 1))
    behind--;
  return { before, behind, by };
}
