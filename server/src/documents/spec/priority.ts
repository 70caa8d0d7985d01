// `P1`, `P1 — Impact 5, Effort 3`, or a word that orders work in some project or other.
const numbered = /^P ?(\d)\b/iu;
const strengthened = /^(?:very|super) /iu;
const high = 1;
const low = 3;
const words: readonly (readonly [rank: number, word: RegExp])[] = [
  [0, /^(?:highest|critical|urgent|blocker|must)\b/iu],
  [high, /^(?:high|major|should)\b/iu],
  [2, /^(?:medium|med|mid|normal|moderate|could)\b/iu],
  [low, /^(?:low|minor|nice)\b/iu],
  [4, /^(?:lowest|trivial|none|won['’]?t)\b/iu],
];

/**
 * Where a spec's Priority puts an item among others.
 *
 * @param text the cell, with emphasis or without.
 * @returns 0 (`P0`, Critical) is first; undefined if the text does not say whether it is higher or lower than another.
 */
export function priorityRank(text: string): number | undefined {
  const bare = text.replace(/^[*_`[\]\s]+/u, '');
  const digit = numbered.exec(bare)?.[1];
  if (digit !== undefined) return Number(digit);
  const word = bare.replace(strengthened, '');
  const rank = words.find(([, pattern]) => pattern.test(word))?.[0];
  if (word === bare || rank === undefined) return rank;
  return rank === high ? rank - 1 : rank === low ? rank + 1 : rank;
}
