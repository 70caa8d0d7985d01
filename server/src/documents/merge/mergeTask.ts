import { clean, type MarkConflict, type Merged, merged } from './marks.js';
import type { TaskParts } from './unit.js';

const unticked = ' ';
const isTicked = (mark: string): boolean => mark.toLowerCase() === 'x';

/**
 * Merges the line of a task: whether it is ticked apart from what it says, so that one side may tick what the other renames.
 *
 * @param base undefined where both sides added the task; it is ticked, then, where one of them ticked it.
 */
export function mergeTask(
  base: TaskParts | undefined,
  ours: TaskParts,
  theirs: TaskParts,
  markConflict: MarkConflict,
): Merged {
  const before = merged(base?.before, ours.before, theirs.before);
  const mark = mergedMark(base?.mark ?? unticked, ours.mark, theirs.mark);
  const behind = merged(base?.behind, ours.behind, theirs.behind);
  if (before !== undefined && mark !== undefined && behind !== undefined) return clean(before + mark + behind);
  const line = (side: TaskParts): string => (before ?? side.before) + (mark ?? side.mark) + (behind ?? side.behind);
  return markConflict(line(ours), line(theirs));
}

function mergedMark(base: string, ours: string, theirs: string): string | undefined {
  return isTicked(ours) && isTicked(theirs) ? ours : merged(base, ours, theirs);
}
