import type { WorkChange } from '../../workspace/work/work.js';
import { addedLines } from './addedLines.js';

/** So many differences are told apart line by line; beyond, lines are counted only. */
const mostDifferences = 1_000;

/**
 * The lines of a text that are not as they were, from 0: the fewest there can be. By Myers, "An O(ND) Difference Algorithm and Its
 * Variations", 1986.
 */
export function changedLines({ before, after }: Pick<WorkChange, 'before' | 'after'>): readonly number[] {
  if (after === undefined || after === before) return [];
  const a = (before ?? '').split(/\r\n|\r|\n/u);
  const b = after.split(/\r\n|\r|\n/u);
  if (before === undefined) return b.map((_, line) => line);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const lines = insertedLines(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return lines?.map((line) => line + start) ?? addedLines({ before, after }).map(({ line }) => line);
}

/** The lines of `b` that a shortest way from `a` inserts; undefined where it is too long. */
function insertedLines(a: readonly string[], b: readonly string[]): number[] | undefined {
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

function wayBack(steps: readonly ReadonlyMap<number, number>[], last: number, length: number): number[] {
  const inserted: number[] = [];
  let diagonal = last;
  let x = length;
  for (let differences = steps.length - 1; differences > 0; differences--) {
    const reached = steps[differences] ?? new Map<number, number>();
    const insertion = isInsertion(reached, diagonal, differences);
    diagonal += insertion ? 1 : -1;
    x = reached.get(diagonal) ?? x;
    if (insertion) inserted.push(x - diagonal);
  }
  return inserted.reverse();
}
