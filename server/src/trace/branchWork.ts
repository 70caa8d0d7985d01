import { memoEach } from '../base/memo.js';
import type { Branch, Commit, GitHistory } from '../workspace/git/gitFacts.js';
import { isInProject, isOwnBranch, unmergedCommits } from './branchCommits.js';
import { type Delivery, deliveriesOf, netChanges } from './netChanges.js';

/** What a branch holds that the default branch does not. */
export interface BranchWork {
  readonly commits: readonly Commit[];
  /** What the commits changed together, and what became of that on the default branch. */
  readonly deliveries: readonly Delivery[];
}

const kept = memoEach<Branch, { readonly all: GitHistory['commits'] }, BranchWork | undefined>();

/** Undefined for the default branch, for branches that it holds, and for those without commits of their own in this project. */
export function branchWork(history: GitHistory, branch: Branch): BranchWork | undefined {
  return kept(branch, { all: history.commits }, () => {
    const { name, tip } = branch;
    if (name === history.defaultBranch || !isOwnBranch(history, branch) || history.isOnDefault(tip)) return undefined;
    const commits = unmergedCommits(history, tip);
    // Merges bring what is elsewhere, and another project of the repository may have an item of the same id.
    if (!commits.some((commit) => commit.parents.length < 2 && isInProject(commit))) return undefined;
    return { commits, deliveries: deliveriesOf(history, netChanges(history, commits), branch) };
  });
}
