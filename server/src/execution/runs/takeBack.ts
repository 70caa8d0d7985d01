import path from 'node:path';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { Refused } from '../../operations/errorCodes.js';
import { orRefused } from '../../operations/orRefused.js';
import { type StepDraft, withKeys } from '../../operations/step.js';
import { findWorktree } from '../../operations/support/worktrees.js';
import { planRemoval } from '../../operations/worktrees/remove.js';
import { tipsOfBranch } from '../../workspace/git/defaultBranch.js';
import type { GitRepository } from '../../workspace/ports.js';
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
  const { branch, tip, worktree, target, elsewhere } = await findPacketPlace(repository, item, desk);
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  if (worktree && !repository.isPlanned) return removeLossless(repository, worktree.path, desk);
  // Of what is no item no operation knows.
  if (worktree) await git(['worktree', 'remove', worktree.path]);
  // A git that was killed may have left the half of what it keeps.
  else await git(['worktree', 'prune']);
  if (
    tip !== undefined &&
    target !== undefined &&
    elsewhere === undefined &&
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
 * under `refs/pactwright/runs/<run>/<packet>`. Git itself looks last: what somebody writes there meanwhile is kept, too.
 *
 * @throws Refused
 */
export async function takeBackPacket(run: string, repository: RunRepository, item: string, desk: Desk): Promise<void> {
  const place = await findPacketPlace(repository, item, desk);
  await removeLeftovers(repository, place, desk);
  const { branch, tip, worktree, elsewhere } = place;
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  const keep = async (last: string | undefined): Promise<void> => {
    if (last !== undefined && !(await isAncestor(git, last, `refs/heads/${repository.target}`)))
      await git(['update-ref', `refs/pactwright/runs/${run}/${item}`, last]);
  };
  if (worktree) await removeKept(worktree, { run, keep }, repository, desk);
  else await keep(tip);
  const now = await commitOf(git, `refs/heads/${branch}`);
  if (elsewhere !== undefined) desk.warn(`${branch} stays, because it is checked out in ${elsewhere}`);
  else if (now !== undefined) await git(['update-ref', '-d', `refs/heads/${branch}`, now]);
}

/** How often a worktree is looked at again in which somebody goes on writing. */
const mostLooks = 5;

/** Removes a worktree once all that is in it is kept. @throws Refused if that cannot be. */
async function removeKept(
  worktree: { readonly path: string },
  { run, keep }: { readonly run: string; readonly keep: (last: string | undefined) => Promise<void> },
  repository: RunRepository,
  desk: Desk,
): Promise<void> {
  const { machine, signal } = desk;
  const { top } = repository.main;
  const { gitFolder } = await openWorktree(worktree, '', desk);
  let kept: string | undefined;
  for (let looks = 1; ; looks++) {
    const last = await commitAll(worktree, repository, desk);
    await keep(last);
    const removed = await machine.runGit(top, ['worktree', 'remove', worktree.path], signal);
    if (removed.kind === 'answer') return;
    const own = await openWhole(worktree, gitFolder, repository, desk);
    // Something was written since: it is kept, too.
    if (last !== kept && looks < mostLooks) {
      kept = last;
      continue;
    }
    const { empty, filled } = await nestedIn(own, desk);
    if (filled.length > 0)
      throw new Refused(
        'not-allowed',
        `${worktree.path} has repositories in it (${filled.join(', ')}), and what only they have would be lost: push or copy what you need, delete it with \`git worktree remove --force "${worktree.path}"\`, and run \`pactwright run abort ${run}\` again`,
      );
    // Git removes no worktree with submodules by itself, not even with those that were never checked out.
    const isClean = (await repositoryGit(machine, own, signal)(['status', '--porcelain'])).trim() === '';
    if (empty && isClean) {
      orRefused(await machine.runGit(top, ['worktree', 'remove', '--force', worktree.path], signal));
      return;
    }
    throw new Refused('failed', `${worktree.path} stays, as git does not remove it: ${removed.message}`);
  }
}

/** Opens a worktree that git did not remove: without its own files, git would take a repository around it. @throws Refused */
async function openWhole(
  worktree: { readonly path: string },
  gitFolder: string,
  { main }: RunRepository,
  desk: Desk,
): Promise<GitRepository> {
  const { disk } = desk.machine;
  if ((await disk.exists(path.join(worktree.path, '.git'))) && (await disk.exists(gitFolder))) {
    const own = await openWorktree(worktree, '', desk);
    if (own.commonFolder === main.commonFolder) return own;
  }
  throw new Refused('failed', `${worktree.path} was removed only in part: delete what is left of it`);
}

/** The repositories that a worktree has as submodules: whether there are such as were never checked out, and those that are there. */
async function nestedIn(
  own: GitRepository,
  { machine, signal }: Desk,
): Promise<{ readonly empty: boolean; readonly filled: readonly string[] }> {
  const listed = fieldsOf(await repositoryGit(machine, own, signal)(['ls-files', '--stage', '-z']));
  const paths = listed.filter((line) => line.startsWith('160000 ')).map((line) => line.slice(line.indexOf('\t') + 1));
  const isThere = await Promise.all(paths.map((one) => machine.disk.exists(path.join(own.top, one, '.git'))));
  const filled = paths.filter((_, at) => isThere[at]);
  // Commits of one that was removed are there alone.
  const modules = path.join(own.gitFolder, 'modules');
  const hasModules = await machine.disk.exists(modules);
  return { empty: paths.length > 0 && !hasModules, filled: filled.length === 0 && hasModules ? [modules] : filled };
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
