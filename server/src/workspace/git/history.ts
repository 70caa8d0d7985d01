import { none } from '../../base/same.js';
import { once } from '../../base/memo.js';
import { findDefaultBranch, tipsOfBranch } from './defaultBranch.js';
import type { Branch, Commit, FileChange, GitHistory, Tag } from './gitFacts.js';
import { type CommitWithChanges, itemsInName } from './commits.js';
import type { GitRefs } from '../ports.js';

/** What follows from commits and refs alone. */
export interface GitHistoryCore {
  readonly history: Omit<GitHistory, 'now' | 'worktrees' | 'uncommitted' | 'boardEvents' | 'textOf'>;
  /**
   * Like the history's `changesOf`, without making a list of all files, and with what merges made other than their parents have it:
   * one change for each parent; newest first, about so many.
   */
  newestChangesOf(path: string, most: number): readonly FileChange[];
  /** The commits that `head` leads to and `since` does not, newest first. */
  between(since: string, head: string): readonly CommitWithChanges[];
}

const mostRemembered = 200;

/**
 * @param commits newest first, children before parents.
 * @param configured the default branch as the configuration says.
 */
export function createGitHistoryCore(
  commits: readonly CommitWithChanges[],
  refs: GitRefs,
  configured: string | undefined,
): GitHistoryCore {
  const positions = new Map<string, number>();
  const own: Commit[] = [];
  for (const { commit } of commits) {
    positions.set(commit.hash, own.length);
    own.push(commit);
  }
  const reach = createReach(own, positions);
  const defaultBranch = findDefaultBranch(refs, configured);
  const defaultTips = tipsOfBranch(refs, defaultBranch);
  const headTips = refs.head.commit === undefined ? [] : [refs.head.commit];
  const remembered = new Map<string, Uint8Array>();
  const changesOf = once(() => createChangesOf(commits, ofHead()));

  const reachOf = (tip: string): Uint8Array => {
    const known = remembered.get(tip);
    if (known) return known;
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest);
    const made = reach([tip]);
    remembered.set(tip, made);
    return made;
  };
  const isIn = (marks: Uint8Array, hash: string): boolean => marks[positions.get(hash) ?? -1] === 1;
  const ofDefault = once(() => reach(defaultTips));
  const ofHead = once(() => reach(headTips));

  return {
    history: {
      head: refs.head,
      ...(defaultBranch === undefined ? {} : { defaultBranch }),
      commits: own,
      branches: branchesOf(refs),
      tags: tagsOf(refs),
      isOnDefault: (hash) => isIn(ofDefault(), hash),
      isOnHead: (hash) => isIn(ofHead(), hash),
      leadsTo: (descendant, ancestor) => isIn(reachOf(descendant), ancestor),
      changesIn: ({ hash }) => commits[positions.get(hash) ?? -1]?.changes ?? [],
      changesOf: (path) => changesOf()(path),
    },
    newestChangesOf: (path, most) => {
      const marks = ofHead();
      const found: FileChange[] = [];
      for (let position = 0; position < commits.length && found.length < most; position++) {
        const one = commits[position];
        if (marks[position] !== 1 || !one) continue;
        const place = one.commit.paths.indexOf(path);
        const change = place < 0 ? undefined : one.changes[place];
        if (change) found.push(change);
        if (!one.merged) continue;
        for (const { path: merged, ...blobs } of one.merged)
          if (merged === path) found.push({ commit: one.commit, ...blobs });
      }
      return found;
    },
    between: (since, head) => {
      const old = reach([since]);
      const now = reach([head]);
      return commits.filter((_, position) => now[position] === 1 && old[position] !== 1);
    },
  };
}

/** Marks the commits that some commits lead to. As children come before parents, one pass is enough. */
function createReach(
  commits: readonly Commit[],
  positions: ReadonlyMap<string, number>,
): (tips: readonly string[]) => Uint8Array {
  // The parents of all commits in one list; those of commit n begin at starts[n].
  const starts = new Uint32Array(commits.length + 1);
  const parents: number[] = [];
  let position = 0;
  for (const commit of commits) {
    for (const parent of commit.parents) {
      const place = positions.get(parent);
      if (place !== undefined) parents.push(place);
    }
    starts[++position] = parents.length;
  }
  return (tips) => {
    const marks = new Uint8Array(commits.length);
    let from = commits.length;
    for (const tip of tips) {
      const position = positions.get(tip);
      if (position === undefined) continue;
      marks[position] = 1;
      from = Math.min(from, position);
    }
    for (let position = from; position < commits.length; position++) {
      if (marks[position] !== 1) continue;
      const end = starts[position + 1] ?? 0;
      for (let place = starts[position] ?? 0; place < end; place++) marks[parents[place] ?? 0] = 1;
    }
    return marks;
  };
}

/** Finds the changes of a path among the marked commits: made for those that are asked for, which are few of all. */
function createChangesOf(
  commits: readonly CommitWithChanges[],
  marks: Uint8Array,
): (path: string) => readonly FileChange[] {
  // The position of the commit and the place in it, of each change.
  const places = new Map<string, number[]>();
  for (let position = 0; position < commits.length; position++) {
    const paths = (marks[position] === 1 && commits[position]?.commit.paths) || none;
    for (let place = 0; place < paths.length; place++) {
      const path = paths[place] ?? '';
      const list = places.get(path);
      if (list) list.push(position, place);
      else places.set(path, [position, place]);
    }
  }
  const made = new Map<string, readonly FileChange[]>();
  return (path) => {
    const list = places.get(path);
    if (!list) return none;
    let changes = made.get(path);
    if (!changes) made.set(path, (changes = changesAt(commits, list)));
    return changes;
  };
}

function changesAt(commits: readonly CommitWithChanges[], places: readonly number[]): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const change = commits[places[at] ?? 0]?.changes[places[at + 1] ?? 0];
    if (change) changes.push(change);
  }
  return changes;
}

function branchesOf({ refs }: GitRefs): Branch[] {
  return refs.flatMap(({ name, commit, target, at }): Branch[] => {
    // Another name of a branch is no branch.
    if (commit === undefined || target !== undefined) return [];
    const [, kind, ...rest] = name.split('/');
    if (kind === 'heads') return [toBranch(rest.join('/'), undefined, commit, at)];
    return kind === 'remotes' ? [toBranch(rest.slice(1).join('/'), rest[0], commit, at)] : [];
  });
}

function toBranch(name: string, remote: string | undefined, tip: string, at: number): Branch {
  return { name, ...(remote === undefined ? {} : { remote }), tip, items: itemsInName(name), at };
}

const tagPrefix = 'refs/tags/';

function tagsOf({ refs }: GitRefs): Tag[] {
  return refs.flatMap(({ name, commit }) =>
    commit !== undefined && name.startsWith(tagPrefix) ? [{ name: name.slice(tagPrefix.length), commit }] : [],
  );
}
