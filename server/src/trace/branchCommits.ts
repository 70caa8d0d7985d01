import type { Commit, GitHistory } from '../workspace/gitFacts.js';
import { rememberFor } from '../workspace/remember.js';

const commitsByHash = rememberFor(
  ({ commits }: GitHistory): ReadonlyMap<string, Commit> =>
    new Map(commits.map((commit) => [commit.hash, commit] as const)),
);

/** What the default branch is called where it was fetched from: a local one may wait for a pull. */
const remoteDefaults = rememberFor(({ branches, defaultBranch }: GitHistory): readonly string[] =>
  branches.flatMap(({ name, remote, tip }) => (remote !== undefined && name === defaultBranch ? [tip] : [])),
);

/** Whether the default branch holds a commit, here or where it was fetched from. */
export function isMerged(history: GitHistory, hash: string): boolean {
  return history.isOnDefault(hash) || remoteDefaults(history).some((tip) => history.leadsTo(tip, hash));
}

/**
 * The commits that lead to a branch's tip and that the default branch does not hold.
 *
 * @param tip the hash of the branch's last commit.
 */
export function unmergedCommits(history: GitHistory, tip: string): readonly Commit[] {
  const known = commitsByHash(history);
  const seen = new Set<string>();
  const found: Commit[] = [];
  const todo = [tip];
  for (let hash = todo.pop(); hash !== undefined; hash = todo.pop()) {
    const commit = known.get(hash);
    if (!commit || seen.has(hash) || isMerged(history, hash)) continue;
    seen.add(hash);
    found.push(commit);
    todo.push(...commit.parents);
  }
  return found;
}
