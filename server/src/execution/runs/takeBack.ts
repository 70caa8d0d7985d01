import { repositoryGit } from '../snapshots/repositoryGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { Refused } from '../../operations/errorCodes.js';
import { type StepDraft, withKeys } from '../../operations/step.js';
import { findWorktree } from '../../operations/support/worktrees.js';
import { planRemoval } from '../../operations/worktrees/remove.js';
import { tipsOfBranch } from '../../workspace/git/defaultBranch.js';
import { createHands } from '../hands/createHands.js';
import { changeRef } from '../executor/networkGit.js';
import { createRepositoryPlaces } from '../executor/repositoryPlaces.js';
import { runSteps } from '../executor/runSteps.js';
import { openWorktrees } from '../operations/openWorktrees.js';
import { takeBackUnfinished } from '../operations/unfinished.js';
import { withWriteLock } from '../operations/writeLock.js';
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
  if (worktree && !repository.isPlanned) return removeLossless(repository, worktree.path, desk);
  // Of what is no item no operation knows.
  if (worktree) await git(['worktree', 'remove', worktree.path]);
  // A git that was killed may have left the half of what it keeps.
  else await git(['worktree', 'prune']);
  if (
    tip !== undefined &&
    target !== undefined &&
    (await compareCommits(repository.main, tip, target, desk)).isOneInOther
  )
    await changeRef({ ref: `refs/heads/${branch}`, from: tip }, repository.main.top, desk);
}

/** Removes a worktree and its branch as `worktree remove` does, without opening the project for it. @throws Refused */
async function removeLossless({ main, target: name }: RunRepository, place: string, desk: Desk): Promise<void> {
  const { machine, signal } = desk;
  const repository = await createRepositoryPlaces(machine, signal)(main.folder);
  const locked = await withWriteLock(
    machine,
    repository.shared,
    async () => {
      await takeBackUnfinished(machine, repository);
      const worktrees = await openWorktrees(machine, main.folder, signal);
      const target = { name, tips: tipsOfBranch(worktrees.refs, name) };
      const one = await findWorktree(worktrees, place);
      const removal = await planRemoval(worktrees, { one, target, deleteBranch: true });
      const hands = createHands(desk);
      await runSteps(withKeys(await withoutStatus(removal, desk)), repository, [], { ...desk, hands });
    },
    { signal },
  );
  if (locked.kind === 'failed') throw new Refused(locked.held ? 'locked' : 'failed', locked.message);
}

/**
 * Spares git its own look at a worktree that is clean by its files, at the last moment: what an editor has saved since the first look
 * is left for git to find.
 */
async function withoutStatus(
  { one, steps, contents }: Awaited<ReturnType<typeof planRemoval>>,
  desk: Desk,
): Promise<readonly StepDraft[]> {
  const isClean = contents !== undefined && (await desk.machine.worktreeGit.isClean(await openWorktree(one, '', desk)));
  return steps.map((step) =>
    isClean && step.kind === 'git' && step.args[1] === 'remove'
      ? { ...step, args: ['worktree', 'remove', '--force', one.path] }
      : step,
  );
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
