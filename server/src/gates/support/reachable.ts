import type { WorkCommit } from '../../workspace/work/work.js';

/**
 * The commits that others lead to, themselves included.
 *
 * @param from hashes.
 * @param known by hash; where the way leaves these, it ends.
 */
export function reachable(from: readonly string[], known: ReadonlyMap<string, WorkCommit>): ReadonlySet<WorkCommit> {
  const found = new Set<WorkCommit>();
  const todo = [...from];
  for (let hash = todo.pop(); hash !== undefined; hash = todo.pop()) {
    const commit = known.get(hash);
    if (!commit || found.has(commit)) continue;
    found.add(commit);
    for (const parent of commit.parents) todo.push(parent);
  }
  return found;
}

export function byHash(commits: readonly WorkCommit[]): ReadonlyMap<string, WorkCommit> {
  return new Map(commits.map((commit) => [commit.hash, commit] as const));
}
