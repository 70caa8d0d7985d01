import { memoFor } from '../../base/memo.js';
import { findItemIds, itemIdsNamed } from '../../documents/itemId.js';
import type { Commit, FileChange } from './gitFacts.js';
import type { LoggedCommit } from '../ports.js';

/** A commit with the blobs of what it changed, one for each of its paths. */
export interface CommitWithChanges {
  readonly commit: Commit;
  readonly changes: readonly FileChange[];
  /** What a merge made other than all its parents have it: one for each parent and file. */
  readonly merged?: readonly MergedFile[];
}

export interface MergedFile extends Omit<FileChange, 'commit'> {
  readonly path: string;
}

/** Something said of a commit. */
interface OfCommit {
  readonly commit: Pick<Commit, 'hash' | 'parents' | 'at'>;
}

/** The commits that are known, by hash: what a hash stands for never changes. */
export interface GitCommits<T extends OfCommit> {
  readonly size: number;
  get(hash: string): T | undefined;
  /** Takes in commits in any order; those that are known stay the objects they are. */
  add(commits: readonly T[]): void;
  /** Forgets the commits that none of the tips leads to, and beyond the newest `most` of them the others. */
  keep(tips: readonly string[], most: number): void;
  /** Whether all the parents of these commits are known. */
  haveParents(commits: readonly T[]): boolean;
  /** Newest first, children before parents; the same array until something changes. */
  sorted(): readonly T[];
  clear(): void;
}

interface Place {
  /**
   * When it was committed, or the latest commit before it: clocks differ, and a child comes before its parents anyway. The
   * order depends on a commit and its past alone, so it is the same however the commits became known.
   */
  readonly at: number;
  /** How many commits the longest way back has. */
  readonly depth: number;
}

/** A commit and its place: apart, because copying thousands of commits into larger objects takes long. */
interface Placed<T> extends Place {
  readonly value: T;
}

/** Children before parents, otherwise newest first. */
export function newestFirst(commits: readonly LoggedCommit[]): readonly LoggedCommit[] {
  const known = createGitCommits<{ readonly commit: LoggedCommit }>();
  known.add(commits.map((commit) => ({ commit })));
  return known.sorted().map(({ commit }) => commit);
}

export function createGitCommits<T extends OfCommit>(): GitCommits<T> {
  const known = new Map<string, Placed<T>>();
  let sorted: readonly Placed<T>[] = [];
  const valuesOf = memoFor((all: readonly Placed<T>[]): readonly T[] => all.map(({ value }) => value));

  const reachable = (tips: readonly string[]): ReadonlySet<string> => {
    const found = new Set<string>();
    const waiting = [...tips];
    for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
      const entry = found.has(hash) ? undefined : known.get(hash);
      if (!entry) continue;
      found.add(hash);
      for (const parent of entry.value.commit.parents) waiting.push(parent);
    }
    return found;
  };

  return {
    get size() {
      return known.size;
    },
    get: (hash) => known.get(hash)?.value,
    add: (commits) => {
      const fresh = new Map<string, T>();
      for (const one of commits) if (!known.has(one.commit.hash)) fresh.set(one.commit.hash, one);
      if (fresh.size === 0) return;
      sorted = merge(sorted, inOrder(fresh, known).sort(compare));
    },
    keep: (tips, most) => {
      const found = reachable(tips);
      if (found.size === known.size && found.size <= most) return;
      const kept = sorted.filter(({ value }) => found.has(value.commit.hash)).slice(0, most);
      sorted = kept;
      known.clear();
      for (const one of kept) known.set(one.value.commit.hash, one);
    },
    haveParents: (commits) => commits.every(({ commit }) => commit.parents.every((parent) => known.has(parent))),
    sorted: () => valuesOf(sorted),
    clear: () => {
      known.clear();
      sorted = [];
    },
  };
}

/** Gives new commits their place in the order, parents first, and makes them known. */
function inOrder<T extends OfCommit>(fresh: ReadonlyMap<string, T>, known: Map<string, Placed<T>>): Placed<T>[] {
  const placed: Placed<T>[] = [];
  // The log has parents behind their children nearly always, so from its end on there is seldom anything to wait for.
  for (const first of [...fresh.keys()].reverse()) {
    const waiting = [first];
    for (let hash = waiting.at(-1); hash !== undefined; hash = waiting.at(-1)) {
      const one = known.has(hash) ? undefined : fresh.get(hash);
      const before = waiting.length;
      if (one)
        for (const parent of one.commit.parents) if (fresh.has(parent) && !known.has(parent)) waiting.push(parent);
      if (waiting.length > before) continue;
      waiting.pop();
      if (!one) continue;
      const now = place(one, known);
      known.set(hash, now);
      placed.push(now);
    }
  }
  return placed;
}

function place<T extends OfCommit>(one: T, known: ReadonlyMap<string, Placed<T>>): Placed<T> {
  let { at } = one.commit;
  let depth = 0;
  for (const parent of one.commit.parents) {
    const past = known.get(parent);
    if (!past) continue;
    at = Math.max(at, past.at);
    depth = Math.max(depth, past.depth + 1);
  }
  return { value: one, at, depth };
}

function compare(one: Placed<OfCommit>, other: Placed<OfCommit>): number {
  return other.at - one.at || other.depth - one.depth || (one.value.commit.hash < other.value.commit.hash ? -1 : 1);
}

function merge<T extends OfCommit>(some: readonly Placed<T>[], others: readonly Placed<T>[]): readonly Placed<T>[] {
  if (some.length === 0) return others;
  const merged: Placed<T>[] = [];
  let next = 0;
  for (const one of some) {
    for (let other = others[next]; other && compare(other, one) < 0; other = others[++next]) merged.push(other);
    merged.push(one);
  }
  return [...merged, ...others.slice(next)];
}

/**
 * Makes the commits of a log those of a project.
 *
 * @param prefix the way from the top of the repository to the project, as `GitRepository` has it.
 */
export function createCommitReader(prefix: string): (logged: LoggedCommit) => CommitWithChanges {
  const paths = new Map<string, string>();
  const relative = relativeTo(prefix);
  const pathOf = (path: string): string => {
    const before = paths.get(path);
    if (before !== undefined) return before;
    const made = relative(path);
    paths.set(path, made);
    return made;
  };
  return ({ hash, parents, at, author, subject, body, changes, merged }) => {
    const paths = changes.length === 0 ? none : changes.map(({ path }) => pathOf(path));
    const own = { hash, parents, at, author, subject, items: itemsNamed({ subject, body }), paths };
    const reverts = revertsIn(body);
    const commit: Commit = reverts.length === 0 ? own : { ...own, reverts };
    return {
      commit,
      changes: changes.length === 0 ? none : changes.map(({ before, after }) => toChange(commit, before, after)),
      ...(merged ? { merged: merged.map((change) => ({ ...change, path: pathOf(change.path) })) } : {}),
    };
  };
}

const revertedCommits =
  /^This reverts (?:merge )?commits? (?<hashes>[0-9a-f]{7,64}(?:(?:,| and|\n)\s*[0-9a-f]{7,64})*)/gimu;
const revertedRequests = /^Reverts (?:[\w.-]+\/[\w.-]+)?(?<number>#\d+)\b/gimu;

/** What `git revert` and GitHub's button write into a message. */
export function revertsIn(body: string): readonly string[] {
  if (!/reverts /iu.test(body)) return none;
  const hashes = Array.from(body.matchAll(revertedCommits), ({ groups }) => groups?.['hashes'] ?? '');
  const requests = Array.from(body.matchAll(revertedRequests), ({ groups }) => groups?.['number'] ?? '');
  return [...hashes.flatMap((some) => some.match(/[0-9a-f]{7,64}/gu) ?? []), ...requests];
}

const none: readonly never[] = [];

export function toChange(commit: Commit, before: string | undefined, after: string | undefined): FileChange {
  if (before === undefined) return after === undefined ? { commit } : { commit, after };
  return after === undefined ? { commit, before } : { commit, before, after };
}

/** The item ids in a commit's message, each once. */
export function itemsNamed({ subject, body }: Pick<LoggedCommit, 'subject' | 'body'>): readonly string[] {
  return distinct([subject, body].flatMap(itemIdsNamed));
}

function distinct(ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? none : [...new Set(ids)];
}

/** The item ids in the name of a branch or folder, where many write them in small letters: `feature/story-001`. */
export function itemsInName(name: string): readonly string[] {
  const named = name.replace(/(?<![A-Za-z0-9])(?:story|bug|hotfix)(?=-)/gi, (type) => type.toUpperCase());
  const ids = distinct(findItemIds(named).map(({ value }) => value));
  // The words behind an id may end in a number, too, and look like one long id: `STORY-042-part-2`.
  const within = ids.flatMap((id) =>
    Array.from(id.matchAll(/-\d{3,}(?=-)/g), ({ 0: number, index }) => id.slice(0, index + number.length)),
  );
  return within.length === 0 ? ids : [...new Set([...within, ...ids])];
}

/**
 * Turns paths relative to the top of a repository into paths relative to a folder in it.
 *
 * @param prefix the folder: empty for the top, else with `/` behind each part.
 */
export function relativeTo(prefix: string): (path: string) => string {
  const folders = prefix.split('/').slice(0, -1);
  return (path) => {
    let shared = 0;
    let place = 0;
    for (const folder of folders) {
      if (!path.startsWith(`${folder}/`, place)) break;
      place += folder.length + 1;
      shared++;
    }
    return `${'../'.repeat(folders.length - shared)}${path.slice(place)}`;
  };
}
