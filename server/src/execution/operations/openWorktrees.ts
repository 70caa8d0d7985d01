import { stat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { git } from '../../host/git.js';
import { stands } from '../../host/insideRoot.js';
import { worktreeGit } from '../../host/worktreeGit.js';
import { occupantsOf, realOf, sizeOfFolder, standsAt } from '../../host/worktrees/folders.js';
import { Refused } from '../../operations/errorCodes.js';
import type { GitAnswer, GitRepository, GitWorktree } from '../../workspace/ports.js';
import { relativePath } from '../../base/relativePath.js';
import type { WorktreeDesk } from '../../workspace/worktreePort.js';

/**
 * The worktrees of the repository that a folder is in.
 *
 * @param root absolute.
 * @throws Refused where there is no repository, or git fails, here and later; the signal's reason once it is aborted.
 */
export async function openWorktrees(root: string, signal: AbortSignal): Promise<WorktreeDesk> {
  const asked = await git.repository(root, signal);
  if (asked.kind === 'unavailable') throw new Refused('not-found', `there are no worktrees: ${asked.message}`);
  const repository = answerOf(asked);
  const [refs, listed, around] = await Promise.all([
    git.refs(repository, signal).then(answerOf),
    git.worktrees(repository, signal).then(answerOf),
    worktreeGit.around(repository, signal).then(answerOf),
  ]);
  const current = await currentOf(repository, listed);
  return {
    repository,
    refs,
    listed: await Promise.all(listed.map(withGone)),
    current,
    ...(around === undefined ? {} : { around }),
    commitOf: async (name) => answerOf(await worktreeGit.commitOf(repository, name, signal)),
    holds: async (commit, file) => answerOf(await worktreeGit.holds(repository, commit, file, signal)),
    countBeyond: async (commit, others) => answerOf(await worktreeGit.countBeyond(repository, commit, others, signal)),
    contents: async (worktree) => answerOf(await worktreeGit.contents(await repositoryAt(worktree, signal), signal)),
    obstacles: async (worktree) => answerOf(await worktreeGit.obstacles(await repositoryAt(worktree, signal), signal)),
    kept: async (worktree) => answerOf(await worktreeGit.kept(repository, worktree, signal)),
    loadedRepositories: async (worktree, ignored) =>
      worktreeGit.loadedRepositories(await repositoryAt(worktree, signal), ignored, signal),
    hasSettings: async (branch) => answerOf(await worktreeGit.hasSettings(repository, branch, signal)),
    isIgnored: async (worktree, file) => {
      // It is a folder, which some patterns are for.
      const relative = `${relativePath(worktree, file) ?? ''}/`;
      return answerOf(await git.ignored(worktree, [relative], signal)).has(relative);
    },
    realOf,
    standsAt: (file) => standsAt(file, repository.commonFolder),
    foldersIn: async (folder) =>
      (await readdir(folder, { withFileTypes: true }).catch(() => [])).flatMap((entry) =>
        entry.isDirectory() ? [path.join(folder, entry.name)] : [],
      ),
    size: sizeOfFolder,
    madeAt: async (worktree) =>
      stat(path.join(worktree, '.git')).then(
        // Git writes it once; not every file system knows when a file was made.
        ({ mtimeMs }) => Math.round(mtimeMs),
        () => undefined,
      ),
    occupants: occupantsOf,
  };
}

/** @throws Refused where the folder is no worktree any more: git would take a repository further up for it. */
async function repositoryAt(worktree: string, signal: AbortSignal): Promise<GitRepository> {
  const repository = answerOf(await git.repository(worktree, signal));
  if ((await realOf(repository.top)) === (await realOf(worktree))) return repository;
  throw new Refused('failed', `${worktree} has lost its .git file: \`git worktree repair\` brings it back`);
}

/** Git does not say of one that is locked that its folder is gone. */
async function withGone(one: GitWorktree): Promise<GitWorktree> {
  if (one.main || one.prunable) return one;
  return { ...one, prunable: !(await stands(path.join(one.path, '.git'))) };
}

/** Git lists a worktree by the path that it was made with, and tells where one is without links. */
async function currentOf({ top }: GitRepository, listed: WorktreeDesk['listed']): Promise<string> {
  const real = await realOf(top);
  for (const { path: one, bare } of listed) if (!bare && (await realOf(one)) === real) return one;
  return top;
}

function answerOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind === 'answer') return answer.value;
  throw new Refused('failed', answer.message);
}
