import { newestFirst } from '../git/commits.js';
import type { LoggedCommit } from '../ports.js';

/** What leads to what among some commits. */
export interface CommitGraph {
  /** Children before parents, otherwise newest first. */
  readonly all: readonly LoggedCommit[];
  get(hash: string): LoggedCommit | undefined;
  /** The commits that one leads to, itself included; none if it is not known. */
  reach(hash: string): ReadonlySet<string>;
}

/** HEAD, the base and the default branch are asked for often, and first. */
const mostRemembered = 20;

export function createCommitGraph(logged: readonly LoggedCommit[]): CommitGraph {
  const all = newestFirst(logged);
  const byHash = new Map(all.map((commit) => [commit.hash, commit]));
  const known = new Map<string, ReadonlySet<string>>();
  const find = (hash: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const waiting = [hash];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const commit = found.has(next) ? undefined : byHash.get(next);
      if (!commit) continue;
      found.add(next);
      waiting.push(...commit.parents);
    }
    return found;
  };
  return {
    all,
    get: (hash) => byHash.get(hash),
    reach: (hash) => {
      const before = known.get(hash);
      if (before) return before;
      const found = find(hash);
      if (known.size < mostRemembered) known.set(hash, found);
      return found;
    },
  };
}

/** The ones among some commits that no other of them has as a parent. */
export function newestOf(graph: CommitGraph, hashes: ReadonlySet<string>): readonly string[] {
  const parents = new Set([...hashes].flatMap((hash) => graph.get(hash)?.parents ?? []));
  return [...hashes].filter((hash) => !parents.has(hash));
}
