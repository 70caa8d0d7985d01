import { repositoryGit } from '../snapshots/repositoryGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { callOperation } from '../phases/callOperation.js';
import { removeWorktree } from '../../operations/worktrees/remove.js';
import {
  commitOf,
  compareCommits,
  findPacketPlace,
  isAncestor,
  openWorktree,
  removeLeftovers,
  type RunRepository,
} from './packetPlace.js';

type Desk = PhaseDesk;

/** Removes worktree and branch of a packet that is merged. It can be called again after any interruption. @throws Refused */
export async function cleanPacket(repository: RunRepository, item: string, desk: Desk): Promise<void> {
  const { branch, tip, worktree, target } = await findPacketPlace(repository, item, desk);
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  if (worktree && !repository.isPlanned) {
    const input = { worktree: worktree.path, deleteBranch: true, apply: true };
    await callOperation(desk, repository.main.folder, removeWorktree, input);
    return;
  }
  // Of what is no item no operation knows.
  if (worktree) await git(['worktree', 'remove', worktree.path]);
  // A git that was killed may have left the half of what it keeps.
  else await git(['worktree', 'prune']);
  if (
    tip !== undefined &&
    target !== undefined &&
    (await compareCommits(repository.main, tip, target, desk)).isOneInOther
  )
    await git(['update-ref', '-d', `refs/heads/${branch}`, tip]);
}

/**
 * Removes worktree and branch that a run made for a packet, merged or not. What was not merged, uncommitted files included, is kept
 * under `refs/pactwright/runs/<run>/<packet>`.
 *
 * @throws Refused
 */
export async function takeBackPacket(run: string, repository: RunRepository, item: string, desk: Desk): Promise<void> {
  const place = await findPacketPlace(repository, item, desk);
  await removeLeftovers(repository, place, desk);
  const { branch, tip, worktree } = place;
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  const last = worktree ? await commitAll(worktree, repository, desk) : tip;
  if (last !== undefined && !(await isAncestor(git, last, `refs/heads/${repository.target}`)))
    await git(['update-ref', `refs/pactwright/runs/${run}/${item}`, last]);
  if (worktree) await git(['worktree', 'remove', '--force', worktree.path]);
  const now = await commitOf(git, `refs/heads/${branch}`);
  if (now !== undefined) await git(['update-ref', '-d', `refs/heads/${branch}`, now]);
}

/** Commits all that is in a worktree, as it is. @returns the commit that it is then at. */
export async function commitAll(
  worktree: { readonly path: string },
  { main }: Pick<RunRepository, 'main'>,
  desk: Pick<Desk, 'machine' | 'signal'>,
): Promise<string | undefined> {
  const git = repositoryGit(desk.machine, await openWorktree(worktree, main.prefix, desk), desk.signal);
  await git(['add', '--all']);
  if ((await git(['status', '--porcelain'])).trim() !== '')
    await git(['commit', '--no-verify', '--quiet', '-m', 'Keep what was not committed when the work was stopped']);
  return commitOf(git, 'HEAD');
}
