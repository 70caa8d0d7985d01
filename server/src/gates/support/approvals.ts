import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';

/** Problems sorted by whether a person approved that very change of the item. */
export interface SortedProblems {
  readonly open: readonly Problem[];
  readonly approved: readonly Problem[];
}

/** Takes out what a person approved, by name, in the editor's dialog. */
export function sortByApproval(
  { log, item }: Pick<GateContext, 'log' | 'item'>,
  problems: readonly Problem[],
): SortedProblems {
  const names = new Set(
    log.words.flatMap((word) => (word.about === 'approve' && word.item === item.id ? [word.what] : [])),
  );
  const isApproved = ({ approvable }: Problem): boolean => approvable !== undefined && names.has(approvable);
  return {
    open: problems.filter((problem) => !isApproved(problem)),
    approved: problems.filter(isApproved),
  };
}

/** What is added to a summary where something passes by a person's word: `, 2 approved`. */
export function approvedWords({ approved }: Pick<SortedProblems, 'approved'>): string {
  return approved.length === 0 ? '' : `, ${approved.length} approved by a person`;
}
