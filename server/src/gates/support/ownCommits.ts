import { findItemIds } from '../../documents/itemId.js';
import type { Work, WorkCommit } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';

/** Whether the checked-out branch is the item's own: its name names it. */
export function isOnOwnBranch({ item }: Pick<GateContext, 'item'>, { branch }: Pick<Work, 'branch'>): boolean {
  return branch !== undefined && findItemIds(branch).some(({ value }) => value === item.id);
}

/**
 * The commits of the work without those of others: on a branch that is not the item's own, those that name other items of the
 * project and not this one.
 */
export function ownCommits(
  { item, trace }: Pick<GateContext, 'item' | 'trace'>,
  work: Pick<Work, 'branch' | 'commits'>,
): readonly WorkCommit[] {
  if (isOnOwnBranch({ item }, work)) return work.commits;
  return work.commits.filter(({ items }) => items.includes(item.id) || items.every((id) => !trace.item(id)));
}
