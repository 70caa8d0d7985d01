import type { Branch, Commit, GitHistory } from '../workspace/git/gitFacts.js';
import { memoFor } from '../base/memo.js';

const commitsByHash = memoFor(
  ({ commits }: GitHistory): ReadonlyMap<string, Commit> =>
    new Map(commits.map((commit) => [commit.hash, commit] as const)),
);

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
    if (!commit || seen.has(hash) || history.isOnDefault(hash)) continue;
    seen.add(hash);
    found.push(commit);
    todo.push(...commit.parents);
  }
  return found;
}

const hasOrigin = memoFor(({ branches }: GitHistory): boolean => branches.some(({ remote }) => remote === 'origin'));

/** Whether the project answers for a branch: those of other remotes, such as forks, are theirs where there is an `origin`. */
export function isOwnBranch(history: GitHistory, { remote }: Branch): boolean {
  return remote === undefined || remote === 'origin' || !hasOrigin(history);
}

/** Whether a commit changes anything in the project; what is outside its root may be another project with ids of its own. */
export function isInProject({ paths }: Pick<Commit, 'paths'>): boolean {
  return paths.length === 0 || paths.some((path) => !path.startsWith('../'));
}
