import { commonLines } from '../../base/common.js';
import type { WorkChange } from '../../workspace/work/work.js';
import { addedLines, linesOf } from './addedLines.js';

/** Up to this many differences are compared line by line; beyond, lines are only counted. */
const mostDifferences = 1_000;

/** The lines of a text that are not as they were, from 0: the fewest there can be. */
export function changedLines({ before, after }: Pick<WorkChange, 'before' | 'after'>): readonly number[] {
  if (after === undefined || after === before) return [];
  const lines = linesOf(after);
  if (before === undefined) return [...lines.keys()];
  const pairs = commonLines(linesOf(before), lines, mostDifferences);
  if (!pairs) return addedLines({ before, after }).map(({ line }) => line);
  const kept = new Set(pairs.map(([, line]) => line));
  return [...lines.keys()].filter((line) => !kept.has(line));
}
