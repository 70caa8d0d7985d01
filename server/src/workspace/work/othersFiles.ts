import { itemsNamed } from '../git/commits.js';
import type { LoggedWorkCommit } from '../ports.js';
import type { CommitGraph } from './commitGraph.js';
import type { WorkQuestion } from './workQuestion.js';

/**
 * The files that only commits of other items changed. Where HEAD is shared, those name other known items and not this one; on a
 * branch of the item's own they are what the default branch has, was not made here, and does not name the item. A commit that names
 * no item is of the items that the merge names which brought it in. Merges are not asked what they changed.
 *
 * @param onHead the commits of the work, children before parents.
 * @returns paths relative to the top of the repository.
 */
export function findOthersFiles(
  { item, head, isShared, isMadeHere, defaultTips }: WorkQuestion,
  graph: CommitGraph,
  onHead: readonly LoggedWorkCommit[],
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const merged = namesByMerge(graph, head);
  const isOthers = (commit: LoggedWorkCommit): boolean => {
    const named = itemsNamed(commit);
    const items = named.length > 0 ? named : (merged.get(commit.hash) ?? []);
    if (items.includes(item)) return false;
    if (isShared) return items.some((id) => known.has(id));
    return !isMadeHere(commit.hash) && defaultTips.some((tip) => graph.reach(tip).has(commit.hash));
  };
  const others = new Set<string>();
  const own = new Set<string>();
  for (const commit of onHead) {
    const files = isOthers(commit) ? others : own;
    for (const path of commit.paths) files.add(path);
  }
  return new Set([...others].filter((path) => !own.has(path)));
}

/** For each commit that a merge brought in, what that merge names, or the one that brought in that merge; the oldest such merge. */
function namesByMerge(graph: CommitGraph, head: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const waiting: { readonly tip: string; readonly items: readonly string[] }[] = [{ tip: head, items: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { tip, items } = next;
    // Each commit is seen once: along first parents, and what merges bring in comes from the oldest merge on.
    for (let commit = graph.get(tip); commit && !found.has(commit.hash); commit = graph.get(commit.parents[0] ?? '')) {
      found.set(commit.hash, items);
      const [, ...merged] = commit.parents;
      const named = merged.length > 0 ? itemsNamed(commit) : items;
      for (const parent of merged) waiting.push({ tip: parent, items: named.length > 0 ? named : items });
    }
  }
  return found;
}
