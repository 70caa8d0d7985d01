import { changesWork } from '../../trace/conventions.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { isOnOwnBranch } from './ownCommits.js';

/**
 * The commit that an item's work begins at when its spec is agreed now: HEAD, or, where work on it was committed before, what was
 * there before that. Otherwise nobody would ever look at what was done first.
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
