import { commonLines } from '../../base/common.js';
import { linesOf } from './lines.js';
import { clean, join, type MarkConflict, type Merged } from './marks.js';

/** Texts that differ by more are taken as different throughout. */
const mostDifferences = 1_000;

/**
 * Merges three versions of a text line by line, as `git merge-file` does: changes that share no line and do not touch are both
 * made; others are a conflict, unless they are the same.
 */
export function mergeLines(base: string, ours: string, theirs: string, mark: MarkConflict): Merged {
  if (ours === theirs || theirs === base) return clean(ours);
  if (ours === base) return clean(theirs);
  const [b, o, t] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const inOurs = new Map(commonLines(b, o, mostDifferences) ?? []);
  const inTheirs = new Map(commonLines(b, t, mostDifferences) ?? []);
  const parts: Merged[] = [];
  const from = { base: 0, ours: 0, theirs: 0 };
  const mergeUpTo = (toBase: number, toOurs: number, toTheirs: number): void => {
    parts.push(
      mergeStretch(
        b.slice(from.base, toBase).join(''),
        o.slice(from.ours, toOurs),
        t.slice(from.theirs, toTheirs),
        mark,
      ),
    );
  };
  for (const [at, line] of b.entries()) {
    const [one, other] = [inOurs.get(at), inTheirs.get(at)];
    if (one === undefined || other === undefined) continue;
    mergeUpTo(at, one, other);
    parts.push(clean(line));
    Object.assign(from, { base: at + 1, ours: one + 1, theirs: other + 1 });
  }
  mergeUpTo(b.length, o.length, t.length);
  return join(parts);
}

function mergeStretch(base: string, ours: readonly string[], theirs: readonly string[], mark: MarkConflict): Merged {
  const [one, other] = [ours.join(''), theirs.join('')];
  if (one === other || other === base) return clean(one);
  if (one === base) return clean(other);
  // What both sides begin and end with is no part of the conflict.
  const most = Math.min(ours.length, theirs.length);
  let start = 0;
  while (start < most && ours[start] === theirs[start]) start++;
  let end = 0;
  while (end < most - start && ours[ours.length - 1 - end] === theirs[theirs.length - 1 - end]) end++;
  const inside = (lines: readonly string[]): string => lines.slice(start, lines.length - end).join('');
  return join([
    clean(ours.slice(0, start).join('')),
    mark(inside(ours), inside(theirs)),
    clean(ours.slice(ours.length - end).join('')),
  ]);
}
