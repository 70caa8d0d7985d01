import { none } from '../../base/same.js';
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

/** Something said of a commit, and its place in the order, which it has once it is known. */
interface OfCommit {
  readonly commit: Pick<Commit, 'hash' | 'parents' | 'at'>;
  /**
   * By how many seconds the latest commit before it is later than itself: clocks differ, and a child comes before its parents anyway.
   * The order depends on a commit and its past alone, so it is the same however the commits became known.
   */
  late: number;
  /** How many commits the longest way back has. */
  depth: number;
}

/**
 * A commit as it is held. Where its changes were not made yet, they are once somebody asks for them: most ask for those of few among
 * thousands.
 */
export class HeldCommit implements CommitWithChanges, OfCommit {
  readonly commit: Commit;
  merged?: readonly MergedFile[];
  late = 0;
  depth = 0;
  private made: readonly FileChange[] | undefined;
  private readonly blobs: string;
  private readonly from: number;

  /**
   * @param made its changes; undefined if they are to be made.
   * @param blobs the hashes before and after each change, one behind the other; of nothing there are as many `-`.
   * @param from where those of this commit begin.
   */
  constructor(commit: Commit, made: readonly FileChange[] | undefined, blobs = '', from = 0) {
    this.commit = commit;
    this.made = made;
    this.blobs = blobs;
    this.from = from;
  }

  get changes(): readonly FileChange[] {
    return (this.made ??= this.make());
  }

  private make(): readonly FileChange[] {
    const { length } = this.commit.hash;
    const blobAt = (number: number): string | undefined => {
      const start = this.from + number * length;
      return this.blobs[start] === '-' ? undefined : this.blobs.slice(start, start + length);
    };
    return this.commit.paths.map((_, place) => toChange(this.commit, blobAt(2 * place), blobAt(2 * place + 1)));
  }
}

/** The commits that are known, by hash: what a hash stands for never changes. */
export interface GitCommits<T extends OfCommit> {
  readonly size: number;
  get(hash: string): T | undefined;
  /** Takes in commits in any order; those that are known stay the objects they are. */
  add(commits: readonly T[]): void;
  /** Takes in all commits where none is known: as they were sorted once, with the places that they had. */
  restore(commits: readonly T[]): void;
  /** Forgets the commits that none of the tips leads to, and beyond the newest `most` of them the others. */
  keep(tips: readonly string[], most: number): void;
  /** Whether all the parents of these commits are known. */
  haveParents(commits: readonly T[]): boolean;
  /** Newest first, children before parents; the same array until something changes. */
  sorted(): readonly T[];
  clear(): void;
}

/** Children before parents, otherwise newest first. */
export function newestFirst(commits: readonly LoggedCommit[]): readonly LoggedCommit[] {
  const known = createGitCommits<OfCommit & { readonly commit: LoggedCommit }>();
  known.add(commits.map((commit) => ({ commit, late: 0, depth: 0 })));
  return known.sorted().map(({ commit }) => commit);
}

export function createGitCommits<T extends OfCommit>(): GitCommits<T> {
  const known = new Map<string, T>();
  let sorted: readonly T[] = [];

  const reachable = (tips: readonly string[]): ReadonlySet<string> => {
    const found = new Set<string>();
    const waiting = [...tips];
    for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
      const entry = found.has(hash) ? undefined : known.get(hash);
      if (!entry) continue;
      found.add(hash);
      for (const parent of entry.commit.parents) waiting.push(parent);
    }
    return found;
  };

  return {
    get size() {
      return known.size;
    },
    get: (hash) => known.get(hash),
    add: (commits) => {
      const fresh = new Map<string, T>();
      for (const one of commits) if (!known.has(one.commit.hash)) fresh.set(one.commit.hash, one);
      if (fresh.size === 0) return;
      sorted = merge(sorted, inOrder(fresh, known).sort(compare));
    },
    restore: (commits) => {
      for (const one of commits) known.set(one.commit.hash, one);
      sorted = commits;
    },
    keep: (tips, most) => {
      const found = reachable(tips);
      if (found.size === known.size && found.size <= most) return;
      sorted = sorted.filter(({ commit }) => found.has(commit.hash)).slice(0, most);
      known.clear();
      for (const one of sorted) known.set(one.commit.hash, one);
    },
    haveParents: (commits) => {
      for (const { commit } of commits) for (const parent of commit.parents) if (!known.has(parent)) return false;
      return true;
    },
    sorted: () => sorted,
    clear: () => {
      known.clear();
      sorted = [];
    },
  };
}

/** Gives new commits their place in the order, parents first, and makes them known. */
function inOrder<T extends OfCommit>(fresh: ReadonlyMap<string, T>, known: Map<string, T>): T[] {
  const placed: T[] = [];
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
      place(one, known);
      known.set(hash, one);
      placed.push(one);
    }
  }
  return placed;
}

function place(one: OfCommit, known: ReadonlyMap<string, OfCommit>): void {
  const { parents, at } = one.commit;
  let latest = at;
  let depth = 0;
  for (const parent of parents) {
    const past = known.get(parent);
    if (!past) continue;
    latest = Math.max(latest, latestOf(past));
    depth = Math.max(depth, past.depth + 1);
  }
  one.late = (latest - at) / 1000;
  one.depth = depth;
}

const latestOf = ({ commit, late }: OfCommit): number => commit.at + 1000 * late;

function compare(one: OfCommit, other: OfCommit): number {
  return latestOf(other) - latestOf(one) || other.depth - one.depth || (one.commit.hash < other.commit.hash ? -1 : 1);
}

/** The new ones are few and among the first nearly always. */
function merge<T extends OfCommit>(some: readonly T[], others: readonly T[]): readonly T[] {
  if (some.length === 0) return others;
  const merged: T[] = [];
  let next = 0;
  let at = 0;
  for (; at < some.length && next < others.length; at++) {
    const one = some[at];
    if (!one) break;
    for (let other = others[next]; other && compare(other, one) < 0; other = others[++next]) merged.push(other);
    merged.push(one);
  }
  return merged.concat(some.slice(at), others.slice(next));
}

/**
 * Makes the commits of a log those of a project.
 *
 * @param prefix the way from the top of the repository to the project, as `GitRepository` has it.
 */
export function createCommitReader(prefix: string): (logged: LoggedCommit) => HeldCommit {
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
    const made = changes.length === 0 ? none : changes.map(({ before, after }) => toChange(commit, before, after));
    const held = new HeldCommit(commit, made);
    if (merged) held.merged = merged.map((change) => ({ ...change, path: pathOf(change.path) }));
    return held;
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

function toChange(commit: Commit, before: string | undefined, after: string | undefined): FileChange {
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
