import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { Refused } from '../../operations/errorCodes.js';
import type { GitRepository, GitWorktree } from '../../workspace/ports.js';
import { orRefused } from '../../operations/orRefused.js';
import { relativePath } from '../../base/relativePath.js';
import type { WorktreeDesk } from '../../workspace/worktreePort.js';

/**
 * The worktrees of the repository that a folder is in.
 *
 * @param root absolute.
 * @throws Refused if there is no repository, or git fails, here and later; the signal's reason once it is aborted.
 */
export async function openWorktrees(machine: Machine, root: string, signal: AbortSignal): Promise<WorktreeDesk> {
  const asked = await machine.git.repository(root, signal);
  if (asked.kind === 'unavailable') throw new Refused('not-found', `there are no worktrees: ${asked.message}`);
  const repository = orRefused(asked);
  const refs = orRefused(await machine.git.refs(repository, signal));
  const listed = orRefused(await machine.git.worktrees(repository, signal, refs));
  const current = await currentOf(machine, repository, listed);
  return {
    repository,
    refs,
    listed: await Promise.all(listed.map((one) => withGone(machine, one))),
    current,
    around: async () => orRefused(await machine.worktreeGit.around(repository, signal)),
    commitOf: async (name) => orRefused(await machine.worktreeGit.commitOf(repository, name, signal)),
    holds: async (commit, file) => orRefused(await machine.worktreeGit.holds(repository, commit, file, signal)),
    countBeyond: async (commit, others) =>
      orRefused(await machine.worktreeGit.countBeyond(repository, commit, others, signal)),
    contents: async (worktree) =>
      orRefused(await machine.worktreeGit.contents(await repositoryAt(machine, worktree, signal), signal)),
    obstacles: async (worktree) =>
      orRefused(await machine.worktreeGit.obstacles(await repositoryAt(machine, worktree, signal), signal)),
    kept: async (worktree) => orRefused(await machine.worktreeGit.kept(repository, worktree, signal)),
    loadedRepositories: async (worktree, ignored) =>
      machine.worktreeGit.loadedRepositories(await repositoryAt(machine, worktree, signal), ignored, signal),
    hasSettings: async (branch) => orRefused(await machine.worktreeGit.hasSettings(repository, branch, signal)),
    isIgnored: async (worktree, file) => {
      // It is a folder, which some patterns are for.
      const relative = `${relativePath(worktree, file) ?? ''}/`;
      return orRefused(await machine.git.ignored(worktree, [relative], signal)).has(relative);
    },
    realOf: machine.disk.realOf,
    occupancyOf: (file) => machine.disk.occupancyOf(file, repository.commonFolder),
    foldersIn: async (folder) =>
      (await machine.disk.readdir(folder, { withFileTypes: true }).catch(() => [])).flatMap((entry) =>
        entry.isDirectory() ? [path.join(folder, entry.name)] : [],
      ),
    size: machine.disk.sizeOfFolder,
    madeAt: async (worktree) =>
      machine.disk.stat(path.join(worktree, '.git')).then(
        // Git writes it once; not every file system knows when a file was made.
        ({ mtimeMs }) => Math.round(mtimeMs),
        () => undefined,
      ),
    occupants: machine.disk.occupantsOf,
  };
}

/** @throws Refused if the folder is no worktree any more: git would take a repository further up for it. */
async function repositoryAt(machine: Machine, worktree: string, signal: AbortSignal): Promise<GitRepository> {
  const repository = orRefused(await machine.git.repository(worktree, signal));
  if ((await machine.disk.realOf(repository.top)) === (await machine.disk.realOf(worktree))) return repository;
  throw new Refused('failed', `${worktree} has lost its .git file: \`git worktree repair\` restores it`);
}

/** Git does not say of one that is locked that its folder is gone. */
async function withGone(machine: Machine, one: GitWorktree): Promise<GitWorktree> {
  if (one.main || one.prunable) return one;
  return { ...one, prunable: !(await machine.disk.exists(path.join(one.path, '.git'))) };
}

/** Git lists a worktree by the path that it was made with, and tells where one is without links. */
async function currentOf(machine: Machine, { top }: GitRepository, listed: WorktreeDesk['listed']): Promise<string> {
  const real = await machine.disk.realOf(top);
  for (const { path: one, bare } of listed) if (!bare && (await machine.disk.realOf(one)) === real) return one;
  return top;
}
