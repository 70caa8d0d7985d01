import { clean, type MarkConflict, type Merged, merged } from './marks.js';
import { shareWords } from './shareWords.js';
import type { TaskParts } from './unit.js';

const unticked = ' ';
const isTicked = (mark: string): boolean => mark.toLowerCase() === 'x';

const whole = ({ before, mark, behind }: TaskParts): string => before + mark + behind;
const isOther = (base: TaskParts, { behind }: TaskParts): boolean =>
  behind !== base.behind && !shareWords(base.behind, behind);

/**
 * Merges the line of a task: whether it is ticked apart from what it says, so that one side may tick what the other renames. Where
 * hardly a word is left, it may be another task, which is not done: that is a conflict.
 *
 * @param base undefined if both sides added the task; it is ticked, then, where one of them ticked it.
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
  const [done, open] = isTicked(ours.mark) ? [ours, theirs] : [theirs, ours];
  const isNewlyDone = base !== undefined && !isTicked(base.mark) && isTicked(done.mark) && !isTicked(open.mark);
  if (isNewlyDone && behind === open.behind && isOther(base, open)) return markConflict(whole(ours), whole(theirs));
  if (before !== undefined && mark !== undefined && behind !== undefined) return clean(before + mark + behind);
  const line = (side: TaskParts): string => (before ?? side.before) + (mark ?? side.mark) + (behind ?? side.behind);
  return markConflict(line(ours), line(theirs));
}

function mergedMark(base: string, ours: string, theirs: string): string | undefined {
  return isTicked(ours) && isTicked(theirs) ? ours : merged(base, ours, theirs);
}
