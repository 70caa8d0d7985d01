import { itemsNamed } from '../git/commits.js';
import type { LoggedCommit } from '../ports.js';
import type { CommitGraph } from './commitGraph.js';
import type { WorkQuestion } from './workQuestion.js';

/** What is known of the items of a project besides the one whose work it is. */
export interface OtherItems {
  /** The ids of all. */
  readonly knownItems: ReadonlySet<string>;
  /** The hash of the commit on HEAD's history that made an item Done; undefined if it is not, or nobody can tell. */
  readonly doneBy: (item: string) => string | undefined;
}

export interface OthersWork {
  /** The commits of other items, children before parents. */
  readonly commits: readonly LoggedCommit[];
  /** What commits of the item changed, and what is not anybody else's. */
  readonly own: ReadonlySet<string>;
  /** What else only commits changed that do not name the item, with the Done items that they name. */
  readonly claimed: ReadonlyMap<string, readonly string[]>;
}

/**
 * Tells the commits of other items from those of this one. Others' name other known items and not this one. On a branch, so are
 * those that the default branch has, that were not made here, and that do not name the item: merges of it brought them. A commit that
 * names no item is of the items that the merge names which brought it in. Merges are not asked what they changed.
 *
 * A change could be hidden by naming an item that is Done, whose gates do not run again. So a commit that
 * names only items that were Done before it is believed only where its author made no commit of this item. Otherwise its files are
 * `claimed`: what it does to tests counts, while it is no fault of the item that it is elsewhere, as it may be an honest
 * repair by somebody who works on several things.
 *
 * @param onHead the commits of the work, children before parents.
 * @returns paths relative to the top of the repository.
 */
export function findOthersWork(
  asked: WorkQuestion,
  graph: CommitGraph,
  onHead: readonly LoggedCommit[],
  { knownItems, doneBy }: OtherItems,
): OthersWork {
  const { item, head } = asked;
  const merged = namesByMerge(graph, head);
  const authors = new Set(onHead.filter((commit) => itemsNamed(commit).includes(item)).map(({ author }) => author));
  const isDoneBefore = (id: string, { hash, parents }: LoggedCommit): boolean => {
    const done = doneBy(id);
    if (done === undefined || graph.reach(done).has(hash)) return false;
    // What is on HEAD's history and not in the graph was there before the work.
    return !graph.get(done) || parents.some((parent) => graph.reach(parent).has(done));
  };
  const own = new Set<string>();
  const others: LoggedCommit[] = [];
  const claimed = new Map<string, string[]>();
  const claim = (path: string, items: readonly string[]): void => {
    const before = claimed.get(path) ?? [];
    claimed.set(path, [...before, ...items.filter((id) => !before.includes(id))]);
  };
  for (const commit of onHead) {
    const paths = commit.changes.map(({ path }) => path);
    const named = itemsNamed(commit);
    const items = named.length > 0 ? named : (merged.get(commit.hash) ?? []);
    const known = items.filter((id) => knownItems.has(id));
    if (isFromDefault(asked, graph, commit)) others.push(commit);
    else if (items.includes(item) || known.length === 0) for (const path of paths) own.add(path);
    else if ((authors.size > 0 && !authors.has(commit.author)) || !known.every((id) => isDoneBefore(id, commit)))
      others.push(commit);
    else for (const path of paths) claim(path, known);
  }
  for (const path of own) claimed.delete(path);
  return { commits: others, own, claimed };
}

/** Whether a commit on a branch came from the default one, and is others' work as far as anybody can tell. */
export function isFromDefault(
  { item, isShared, isMadeHere, defaultTips }: WorkQuestion,
  graph: CommitGraph,
  commit: LoggedCommit,
): boolean {
  return (
    !isShared &&
    !isMadeHere(commit.hash) &&
    !itemsNamed(commit).includes(item) &&
    defaultTips.some((tip) => graph.reach(tip).has(commit.hash))
  );
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
