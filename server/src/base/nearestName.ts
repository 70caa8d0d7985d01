/** Words that differ by more than this are different words, not slips of a finger. */
const mostEdits = 2;

/**
 * The name a misspelled word was most likely meant to be: at most two insertions, deletions, replacements or swaps of
 * neighbours away (optimal string alignment), letter case ignored, and fewer than the word has letters. Of several, the
 * first with the fewest.
 */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let fewest = Math.min(mostEdits + 1, wanted.length);
  for (const name of names) {
    const edits = editDistance(wanted, name.toLowerCase(), fewest);
    if (edits >= fewest) continue;
    fewest = edits;
    best = name;
  }
  return best;
}

/** The number of edits from `a` to `b`; `limit` or more where there are at least that many. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
