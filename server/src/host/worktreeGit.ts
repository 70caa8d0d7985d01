import type { GitAnswer, GitRepository, GitWorktree } from '../workspace/ports.js';
import type { WorktreeContents, WorktreeKept, WorktreeObstacles } from '../workspace/worktreePort.js';
import { createRunGit } from './git/runGit.js';
import { readWhetherSet } from './worktrees/branchSettings.js';
import { countCommits, readAround, readCommitOf, readWhetherHeld } from './worktrees/readCommits.js';
import { findLoadedRepositories } from './worktrees/innerRepositories.js';
import { readContents, readObstacles } from './worktrees/readContents.js';
import { readKept } from './worktrees/readKept.js';
import { takeBackWorktree, type WorktreeStart } from './worktrees/takeBack.js';

/** Git, asked for what has to be known before a worktree is made or removed. Each throws the signal's reason once it is aborted. */
export interface WorktreeGit {
  contents(repository: GitRepository, signal: AbortSignal): Promise<GitAnswer<WorktreeContents>>;
  obstacles(repository: GitRepository, signal: AbortSignal): Promise<GitAnswer<WorktreeObstacles>>;
  kept(repository: GitRepository, worktree: GitWorktree, signal: AbortSignal): Promise<GitAnswer<WorktreeKept>>;
  /** @see findLoadedRepositories */
  loadedRepositories(
    repository: GitRepository,
    ignored: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  hasSettings(repository: GitRepository, branch: string, signal: AbortSignal): Promise<GitAnswer<boolean>>;
  commitOf(repository: GitRepository, name: string, signal: AbortSignal): Promise<GitAnswer<string | undefined>>;
  holds(repository: GitRepository, commit: string, path: string, signal: AbortSignal): Promise<GitAnswer<boolean>>;
  countBeyond(
    repository: GitRepository,
    commit: string,
    others: readonly string[],
    signal: AbortSignal,
  ): Promise<GitAnswer<number>>;
  around(repository: GitRepository, signal: AbortSignal): Promise<GitAnswer<string | undefined>>;
  /** @see takeBackWorktree */
  takeBack(folder: string, start: WorktreeStart, halfMade: boolean): ReturnType<typeof takeBackWorktree>;
}

const timeoutMilliseconds = 60_000;

const run = createRunGit(timeoutMilliseconds, () => undefined);

export const worktreeGit: WorktreeGit = {
  contents: (repository, signal) => readContents(run, repository, signal),
  obstacles: (repository, signal) => readObstacles(run, repository, signal),
  kept: (repository, worktree, signal) => readKept(run, repository, worktree, signal),
  loadedRepositories: (repository, ignored, signal) => findLoadedRepositories(run, repository, ignored, signal),
  hasSettings: (repository, branch, signal) => readWhetherSet(run, repository, branch, signal),
  commitOf: (repository, name, signal) => readCommitOf(run, repository, name, signal),
  holds: (repository, commit, path, signal) => readWhetherHeld(run, repository, commit, path, signal),
  countBeyond: (repository, commit, others, signal) => countCommits(run, repository, commit, others, signal),
  around: (repository, signal) => readAround(run, repository, signal),
  takeBack: (folder, start, halfMade) => takeBackWorktree(run, folder, start, halfMade),
};
