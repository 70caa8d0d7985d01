import { findItemIds } from '../../documents/itemId.js';
import type { Work, WorkCommit } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';

/** Whether the checked-out branch is the item's own: its name names it. */
export function isOnOwnBranch({ item }: Pick<GateContext, 'item'>, { branch }: Pick<Work, 'branch'>): boolean {
  return branch !== undefined && findItemIds(branch).some(({ value }) => value === item.id);
}

/** The commits of the work without those of others: those that name other items of the project and not this one, and what merges brought. */
export function ownCommits(
  { item, trace }: Pick<GateContext, 'item' | 'trace'>,
  { commits }: Pick<Work, 'commits'>,
): readonly WorkCommit[] {
  return commits.filter(
    ({ items, others }) => !others && (items.includes(item.id) || items.every((id) => !trace.item(id))),
  );
}
