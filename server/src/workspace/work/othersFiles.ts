import type { LoggedWorkCommit } from '../ports.js';
import type { CommitGraph } from './commitGraph.js';
import type { WorkQuestion } from './workQuestion.js';

/**
 * The files that only commits of other items changed. Where HEAD is shared, those name other known items and not this one; on a
 * branch of the item's own they are what the default branch has and what does not name the item. A commit that names no item is of
 * the items that the merge names which brought it in. Merges are not asked what they changed.
 *
 * @param onHead the commits of the work, children before parents.
 * @returns paths relative to the top of the repository.
 */
export function findOthersFiles(
  { item, names, isShared, defaultTips }: WorkQuestion,
  graph: CommitGraph,
  onHead: readonly LoggedWorkCommit[],
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const merged = namesByMerge(graph, onHead, names);
  const isOthers = (commit: LoggedWorkCommit): boolean => {
    const named = names(commit);
    const items = named.length > 0 ? named : (merged.get(commit.hash) ?? []);
    if (items.includes(item)) return false;
    return isShared ? items.some((id) => known.has(id)) : defaultTips.some((tip) => graph.reach(tip).has(commit.hash));
  };
  const others = new Set<string>();
  const own = new Set<string>();
  for (const commit of onHead) {
    const files = isOthers(commit) ? others : own;
    for (const path of commit.paths) files.add(path);
  }
  return new Set([...others].filter((path) => !own.has(path)));
}

/** For each commit that a merge brought in, what that merge names: the merge that was first to do so. */
function namesByMerge(
  graph: CommitGraph,
  onHead: readonly LoggedWorkCommit[],
  names: (commit: LoggedWorkCommit) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  // Parents first, so that what an earlier merge brought in stays its.
  for (const merge of [...onHead].reverse()) {
    const [into, ...from] = merge.parents;
    if (into === undefined || from.length === 0) continue;
    const items = names(merge);
    const before = graph.reach(into);
    for (const parent of from)
      for (const hash of graph.reach(parent)) if (!before.has(hash) && !found.has(hash)) found.set(hash, items);
  }
  return found;
}
