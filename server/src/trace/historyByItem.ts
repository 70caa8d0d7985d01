import type { Branch, Commit, GitHistory, Worktree } from '../workspace/git/gitFacts.js';
import { memo } from '../base/memo.js';
import { addTo } from '../base/same.js';

/** What of a history is sorted by item. */
type Sources = Pick<GitHistory, 'commits' | 'branches' | 'worktrees' | 'boardEvents'>;

/** What a project's history says, by item. */
export interface HistoryByItem {
  readonly commits: ReadonlyMap<string, readonly Commit[]>;
  readonly branches: ReadonlyMap<string, readonly Branch[]>;
  readonly worktrees: ReadonlyMap<string, readonly Worktree[]>;
  /** When the entry came to Done, or else to the archive; not where it was started again afterwards. */
  readonly doneBy: ReadonlyMap<string, Commit>;
  /** The commits that ticked a task. */
  readonly ticks: ReadonlyMap<string, readonly Commit[]>;
  /** The items that the subject of a merge names. */
  readonly merged: ReadonlySet<string>;
}

/** One moment after the other: much of a history changes while somebody types, but not what is sorted. */
export function historyByItem(): (history: GitHistory) => HistoryByItem {
  const last = memo<Sources, HistoryByItem>();
  return ({ commits, branches, worktrees, boardEvents }) => {
    const sources = { commits, branches, worktrees, boardEvents };
    return last(sources, () => sortByItem(sources));
  };
}

function sortByItem(history: Sources): HistoryByItem {
  const ticks = new Map<string, Commit[]>();
  for (const { kind, item, commit } of history.boardEvents)
    if (kind === 'ticked' && !ticks.get(item)?.includes(commit)) addTo(ticks, item, commit);
  return {
    commits: byItem(history.commits),
    branches: byItem(history.branches),
    worktrees: byItem(history.worktrees),
    doneBy: doneBy(history),
    ticks,
    merged: mergedItems(history),
  };
}

function byItem<T extends { readonly items: readonly string[] }>(facts: readonly T[]): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  facts.forEach((fact) => {
    if (fact.items.length > 0) for (const item of fact.items) addTo(lists, item, fact);
  });
  return lists;
}

function mergedItems({ commits }: Sources): ReadonlySet<string> {
  const merged = new Set<string>();
  commits.forEach(({ parents, items }) => {
    if (parents.length > 1) for (const item of items) merged.add(item);
  });
  return merged;
}

function doneBy({ boardEvents }: Sources): Map<string, Commit> {
  const done = new Map<string, Commit>();
  const all = new Map<string, Commit>();
  const started = new Map<string, Commit>();
  // Newest first: the first of a kind is the last that happened.
  boardEvents.forEach(({ kind, item, commit }) => {
    if (kind === 'started' && !started.has(item)) started.set(item, commit);
    // One commit can bring an entry through both sections.
    const again = started.get(item);
    if (again !== undefined && again !== commit) return;
    if (kind === 'done' && !done.has(item)) done.set(item, commit);
    if (kind === 'archived' && !all.has(item)) all.set(item, commit);
  });
  done.forEach((commit, item) => all.set(item, commit));
  return all;
}
