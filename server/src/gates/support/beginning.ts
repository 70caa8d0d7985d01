import { changesWork } from '../../trace/conventions.js';
import type { Work, WorkCommit } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { isOnOwnBranch } from './ownCommits.js';

/**
 * The commit that an item's work begins at when its spec is agreed now: HEAD, or, where work on it was committed before, what was
 * there before that. Otherwise the first work would never be judged.
 *
 * @param work as it is where nothing is agreed yet.
 * @returns a commit on the way to HEAD.
 */
export function beginningOf(
  { item, trace, configuration: { paths } }: Pick<GateContext, 'item' | 'trace' | 'configuration'>,
  work: Work,
): string {
  const isOwnBranch = isOnOwnBranch({ item }, work);
  // A branch may begin on that of another item, whose commits name it.
  const isOwn = (items: readonly string[]): boolean =>
    items.includes(item.id) || (isOwnBranch && items.every((id) => !trace.item(id)));
  const first = work.commits.findLast(
    (commit) =>
      commit.parents.length < 2 && commit.paths.length > 0 && changesWork(commit, paths) && isOwn(commit.items),
  );
  return first ? (first.parents[0] ?? first.hash) : work.head;
}

/**
 * The commit before which unnamed commits are not judged, where work came before its spec was agreed: on a branch
 * that items share, that may be work of this item.
 *
 * @param agreedAt when the spec was frozen, in milliseconds since 1970; undefined if it never was.
 * @returns undefined if work began with an agreement, on a branch of its own, or with the first commit of all.
 */
export function unseenBefore(
  { item, configuration: { paths } }: Pick<GateContext, 'item' | 'configuration'>,
  work: Work,
  agreedAt: number | undefined,
): WorkCommit | undefined {
  if (isOnOwnBranch({ item }, work)) return undefined;
  const first = work.commits.findLast(
    (commit) => commit.items.includes(item.id) && commit.paths.length > 0 && changesWork(commit, paths),
  );
  if (!first || first.parents.length === 0) return undefined;
  // On a branch all that was committed since it left the default one is looked at.
  const isEarly =
    agreedAt === undefined ? work.from === 'commits' : work.from === 'frozen' && first.committedAt < agreedAt;
  return isEarly ? first : undefined;
}
