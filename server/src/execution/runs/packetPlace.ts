import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import { branchOfItem } from '../../operations/support/itemBranch.js';
import { orRefused } from '../../operations/orRefused.js';
import type { GitRepository, GitWorktree } from '../../workspace/ports.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { repositoryGit, type RepositoryGit } from '../snapshots/repositoryGit.js';

/** The repository of a run. */
export interface RunRepository {
  /** As the project’s folder has it. */
  readonly main: GitRepository;
  /** The branch that packets are merged into. */
  readonly target: string;
  /** The branch of a packet that is no item. */
  readonly branchOf?: (packet: string) => string;
}

/** Where a packet is worked on. */
export interface PacketPlace {
  readonly branch: string;
  /** The commit of the branch; undefined: there is none. */
  readonly tip: string | undefined;
  /** Undefined: there is none, or its folder is gone. */
  readonly worktree: GitWorktree | undefined;
}

/** @throws Refused if git fails; the signal's reason. */
export async function findPacketPlace(
  { main, branchOf = branchOfItem }: RunRepository,
  packet: string,
  { machine, signal }: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<PacketPlace> {
  const branch = branchOf(packet);
  const listed = orRefused(await machine.git.worktrees(main, signal));
  const worktree = listed.find((one) => one.branch === branch && !one.main && !one.prunable);
  // A worktree says what its branch is at.
  const tip = worktree?.head ?? (await commitOf(repositoryGit(machine, main, signal), `refs/heads/${branch}`));
  return { branch, tip, worktree };
}

/** The commit that a name stands for; undefined if there is none. */
export async function commitOf(git: RepositoryGit, name: string): Promise<string | undefined> {
  const found = (await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { fine: [1] })).trim();
  return found === '' ? undefined : found;
}

export async function isAncestor(git: RepositoryGit, older: string, newer: string): Promise<boolean> {
  return (await git(['rev-list', '--max-count=1', older, '--not', newer, '--'])).trim() === '';
}

/** The repository as a worktree has it. @throws Refused */
export async function openWorktree(
  worktree: Pick<GitWorktree, 'path'>,
  prefix: string,
  { machine, signal }: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<GitRepository> {
  return orRefused(await machine.git.repository(path.join(worktree.path, prefix), signal));
}

/**
 * Removes the locks that a killed git left in a worktree and on a branch that only the run uses.
 *
 * @param place no other process runs git there.
 */
export async function removeStaleLocks(
  { main }: RunRepository,
  { branch, worktree }: PacketPlace,
  desk: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<void> {
  const { disk } = desk.machine;
  const files = [path.join(main.commonFolder, 'refs', 'heads', ...`${branch}.lock`.split('/'))];
  if (worktree) {
    const { gitFolder } = await openWorktree(worktree, '', desk);
    // Of a folder that is no worktree's own nothing is removed.
    if (gitFolder !== main.commonFolder)
      for (const name of ['index.lock', 'HEAD.lock', 'ORIG_HEAD.lock', 'MERGE_HEAD.lock'])
        files.push(path.join(gitFolder, name));
  }
  for (const file of files)
    await disk.unlink(file).catch((error: unknown) => {
      if (!isErrorCode(error, 'ENOENT')) throw error;
    });
}
