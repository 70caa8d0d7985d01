/** How conflicts are marked (https://git-scm.com/docs/git-merge#_how_conflicts_are_presented). */
export interface MarkOptions {
  /** How many characters each mark has; 7 where git says nothing else. */
  readonly size: number;
  /** What the two sides are called. */
  readonly ours: string;
  readonly theirs: string;
}

/** A merged stretch of text, and how many conflicts are marked in it. */
export interface Merged {
  readonly text: string;
  readonly conflicts: number;
}

/** Writes two versions of the same lines as a conflict. */
export type MarkConflict = (ours: string, theirs: string) => Merged;

/** @param lineBreak what the marks' lines end in. */
export function conflictMarker({ size, ours, theirs }: MarkOptions, lineBreak: string): MarkConflict {
  return (one, other) => ({
    text:
      `${'<'.repeat(size)} ${ours}${lineBreak}${one}` +
      `${'='.repeat(size)}${lineBreak}${other}` +
      `${'>'.repeat(size)} ${theirs}${lineBreak}`,
    conflicts: 1,
  });
}

export const clean = (text: string): Merged => ({ text, conflicts: 0 });

export function join(parts: readonly Merged[]): Merged {
  return {
    text: parts.map(({ text }) => text).join(''),
    conflicts: parts.reduce((sum, { conflicts }) => sum + conflicts, 0),
  };
}

/** What becomes of a value that two sides may have changed; undefined if they have changed it differently. */
export function merged<T>(base: T | undefined, ours: T, theirs: T): T | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}
