import { isBlankLine, linesOf } from './lines.js';
import type { TaskParts, Unit, UnitKind } from './unit.js';

/** Where a unit begins: at a line's first character. */
export interface Cut {
  readonly at: number;
  readonly kind: UnitKind;
  /** Undefined: its own lines are its name. */
  readonly name?: string;
  /** How deep it is below the document, from 1: all deeper ones that follow are parts of it. */
  readonly depth: number;
  readonly task?: TaskParts;
}

interface Open {
  readonly unit: Omit<Unit, 'members'>;
  readonly depth: number;
  readonly members: Unit[];
}

/**
 * Cuts a text into units, so that their lines and the space ones above them are all of it. Units of prose that have no lines are
 * left out.
 *
 * @param cuts in the order of the text, the first at 0.
 * @returns the units at depth 1, and the blank lines at the end.
 */
export function cutText(
  text: string,
  cuts: readonly Cut[],
): { readonly members: readonly Unit[]; readonly tail: string } {
  const top: Unit[] = [];
  const open: Open[] = [];
  const closeDownTo = (depth: number): void => {
    for (let last = open.at(-1); last && last.depth >= depth; last = open.at(-1)) {
      open.pop();
      (open.at(-1)?.members ?? top).push({ ...last.unit, members: last.members });
    }
  };
  let gap = '';
  for (const [index, { at, kind, name, depth, task }] of cuts.entries()) {
    const lines = linesOf(text.slice(at, cuts[index + 1]?.at));
    let first = 0;
    while (first < lines.length && isBlankLine(lines[first] ?? '')) first++;
    let last = lines.length;
    while (last > first && isBlankLine(lines[last - 1] ?? '')) last--;
    gap += lines.slice(0, first).join('');
    const own = lines.slice(first, last).join('');
    if (own === '') continue;
    closeDownTo(depth);
    open.push({
      unit: { kind, name: name ?? own.trim(), gap, text: own, ...(task ? { task } : {}) },
      depth,
      members: [],
    });
    gap = lines.slice(last).join('');
  }
  closeDownTo(1);
  return { members: top, tail: gap };
}

/** Whether each cut is at the beginning of a line and behind the one before. */
export function areInOrder(text: string, cuts: readonly Cut[]): boolean {
  return cuts.every(
    ({ at }, index) => (at === 0 || /[\r\n]/u.test(text.charAt(at - 1))) && at > (cuts[index - 1]?.at ?? -1),
  );
}

/** The offset of the first character of the line that `offset` is in. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !/[\r\n]/u.test(text.charAt(start - 1))) start--;
  return start;
}
