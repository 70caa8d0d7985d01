import { findItemIds } from '../../documents/itemId.js';
import type { GitHistory } from '../../workspace/git/gitFacts.js';
import type { Work, WorkChange, WorkCommit } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';

type Context = Pick<GateContext, 'item' | 'project' | 'trace'>;

/** The changes of the work without those that came with somebody else's commits; in order of path. */
export function ownChanges(context: Context, work: Work): readonly WorkChange[] {
  const history = context.project.git?.history;
  if (!history) return work.changes;
  const foreign = new Set<string>();
  const own = new Set<string>(history.uncommitted);
  for (const commit of work.commits)
    for (const path of commit.paths) (isForeign(commit, context, work, history) ? foreign : own).add(path);
  return work.changes.filter(({ path }) => own.has(path) || !foreign.has(path));
}

/** The commits of the work without somebody else's. */
export function ownCommits(context: Context, work: Work): readonly WorkCommit[] {
  const history = context.project.git?.history;
  return history ? work.commits.filter((commit) => !isForeign(commit, context, work, history)) : work.commits;
}

/** Whether the checked-out branch is the item's own: its name names it. */
export function isOnOwnBranch({ item }: Pick<Context, 'item'>, { branch }: Pick<Work, 'branch'>): boolean {
  return branch !== undefined && findItemIds(branch).some(({ value }) => value === item.id);
}

/**
 * Whether a commit on the way from the base to HEAD is not the item's: it does not name it, and either came with the default branch
 * (merged, or rebased onto), or names another item of the project on a branch that is not this item's own.
 */
function isForeign(commit: WorkCommit, { item, trace }: Context, work: Work, history: GitHistory): boolean {
  if (commit.items.includes(item.id)) return false;
  const isElsewhere = work.branch !== history.defaultBranch && !history.isOnDefault(work.head);
  if (isElsewhere && history.isOnDefault(commit.hash)) return true;
  return !isOnOwnBranch({ item }, work) && commit.items.some((id) => trace.item(id) !== undefined);
}
