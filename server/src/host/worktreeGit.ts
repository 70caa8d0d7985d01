import path from 'node:path';
import type { WorktreeGit } from '../workspace/worktreePort.js';
import { isCleanByFiles } from './git/cleanByFiles.js';
import { lacksByFiles } from './git/looseObjects.js';
import { writeMergeCommit } from './git/writeCommit.js';
import { createRunGit, type RunGit } from './git/runGit.js';
import { compareCommits, countCommits, readAround, readCommitOf, readWhetherHeld } from './worktrees/readCommits.js';
import { findLoadedRepositories } from './worktrees/innerRepositories.js';
import { readContents, readObstacles } from './worktrees/readContents.js';
import { readKept } from './worktrees/readKept.js';
import { takeBackWorktree } from './worktrees/takeBack.js';
import type { GitAnswer, GitRepository } from '../workspace/ports.js';
import { outputOf } from './git/output.js';
import { readText } from './quickFiles.js';

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
  compare: (repository, one, other, signal) => compareCommits(run, repository, one, other, signal),
  around: (repository, signal) => readAround(run, repository, signal),
  lacks: ({ commonFolder }, commits, pattern) => lacksByFiles(commonFolder, commits, pattern),
  isClean: isCleanByFiles,
  mergeCommit: ({ commonFolder }, commit) => writeMergeCommit(commonFolder, commit),
  takeBack: (folder, start, halfMade) => takeBackWorktree(run, folder, start, halfMade),
};

/** @see WorktreeDesk.hasSettings @throws the signal's reason once it is aborted. */
async function readWhetherSet(
  run: RunGit,
  { folder, commonFolder }: GitRepository,
  branch: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<boolean>> {
  // Names are written with `\` before what is special, and settings may be in files that this one includes.
  const text = await readText(path.join(commonFolder, 'config')).catch(() => 'include');
  if (/^[\w/-]+$/u.test(branch) && !text.includes(branch) && !/include/iu.test(text))
    return { kind: 'answer', value: false };
  const args = ['config', '--local', '--list', '--name-only', '-z'];
  const output = await outputOf(run, { folder, args, signal });
  if (output.kind !== 'answer') return output;
  const section = `branch.${branch}.`;
  return {
    kind: 'answer',
    // What follows is the setting's own name, which has no dots.
    value: output.value
      .split('\0')
      .some((name) => name.startsWith(section) && !name.slice(section.length).includes('.')),
  };
}
