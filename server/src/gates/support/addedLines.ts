import type { WorkChange } from '../../workspace/work/work.js';

/** A line that a change brought. */
export interface AddedLine {
  /** From 0, in the text after the change. */
  readonly line: number;
  readonly text: string;
}

/**
 * The lines of the text after a change that the text before it does not have, each counted as often as it is there: a line that
 * moved is none. Linear; nothing if there is no text after.
 */
export function addedLines({ before, after }: Pick<WorkChange, 'before' | 'after'>): readonly AddedLine[] {
  if (after === undefined || after === before) return [];
  const known = new Map<string, number>();
  for (const text of linesOf(before ?? '')) known.set(text, (known.get(text) ?? 0) + 1);
  return linesOf(after).flatMap((text, line) => {
    const left = known.get(text) ?? 0;
    if (left > 0) known.set(text, left - 1);
    return left > 0 ? [] : [{ line, text }];
  });
}

/** The lines of a text, without their ends. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/u);
}
