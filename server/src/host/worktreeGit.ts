import type { WorktreeGit } from '../workspace/worktreePort.js';
import { createRunGit } from './git/runGit.js';
import { readWhetherSet } from './worktrees/branchSettings.js';
import { countCommits, readAround, readCommitOf, readWhetherHeld } from './worktrees/readCommits.js';
import { findLoadedRepositories } from './worktrees/innerRepositories.js';
import { readContents, readObstacles } from './worktrees/readContents.js';
import { readKept } from './worktrees/readKept.js';
import { takeBackWorktree } from './worktrees/takeBack.js';

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
