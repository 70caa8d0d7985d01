import type { LoggedWorkCommit } from '../ports.js';
import type { CommitGraph } from './commitGraph.js';

/**
 * The files that only commits of other items changed: those name other known items and not this one. A commit that names no item is
 * of the items that the merge names which brought it in. Merges are not asked what they changed.
 *
 * @param onHead the commits of the work, children before parents.
 * @returns paths relative to the top of the repository.
 */
export function findOthersFiles(
  graph: CommitGraph,
  onHead: readonly LoggedWorkCommit[],
  item: string,
  known: ReadonlySet<string>,
  names: (commit: LoggedWorkCommit) => readonly string[],
): ReadonlySet<string> {
  const merged = namesByMerge(graph, onHead, names);
  const others = new Set<string>();
  const own = new Set<string>();
  for (const commit of onHead) {
    const named = names(commit);
    const items = named.length > 0 ? named : (merged.get(commit.hash) ?? []);
    const isOthers = !items.includes(item) && items.some((id) => known.has(id));
    for (const path of commit.paths) (isOthers ? others : own).add(path);
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
