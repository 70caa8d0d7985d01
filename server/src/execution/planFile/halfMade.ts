import path from 'node:path';
import { quietMs } from '../../base/leftoverWrite.js';
import { Refused } from '../../operations/errorCodes.js';
import { orRefused } from '../../operations/orRefused.js';
import { somePaths } from '../../operations/support/worktrees.js';
import type { GitRepository } from '../../workspace/ports.js';
import { worktreeGit } from '../executor/networkGit.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { areQuiet, changedAt, untilDeserted } from '../runs/packetPlace.js';

type Desk = Pick<PhaseDesk, 'machine' | 'signal'>;

/** What git says of the lock that it holds while it makes a worktree, in the language in which it is run here. */
const makingReason = 'initializing';

/** @param where as `git worktree add` takes it. @throws Refused; the signal's reason. */
export async function makeWorktree(main: GitRepository, where: readonly string[], desk: Desk): Promise<void> {
  await worktreeGit(['worktree', 'prune'], main.top, desk);
  await worktreeGit(['worktree', 'add', '--quiet', ...where], main.top, desk);
}

/**
 * Where git was killed while it made a worktree, files may be missing, which look deleted, and its lock keeps the worktree from being
 * removed. Nobody has worked in one that was never ready.
 *
 * @param place of the worktree: absolute.
 * @throws Refused if git may still make it, or fails; the signal's reason.
 */
export async function removeHalfMade(main: GitRepository, place: string, desk: Desk): Promise<void> {
  const { machine, signal } = desk;
  const refs = orRefused(await machine.git.refs(main, signal));
  const listed = orRefused(await machine.git.worktrees(main, signal, refs));
  const half = listed.find(({ path: at, lockReason }) => at === place && lockReason === makingReason);
  if (!half) return;
  const own = await machine.git.repository(place, signal);
  const maker = own.kind === 'answer' ? await findMaker(own.value, desk) : undefined;
  if (maker !== undefined)
    throw new Refused(
      'locked',
      `the worktree ${place} is not ready, and ${maker}: it is made again once that has ended`,
    );
  const others = await filesOfOthers(place, half.head, main, desk);
  if (others.length > 0)
    throw new Refused(
      'not-allowed',
      `the worktree ${place} is not ready, and has files that git has not put there, which would be deleted: move ${somePaths(others)}, and it is made again`,
    );
  await worktreeGit(['worktree', 'remove', '--force', '--force', place], main.top, desk);
}

/** Files in a worktree that its commit does not have, relative to it. */
async function filesOfOthers(
  place: string,
  commit: string | undefined,
  main: GitRepository,
  { machine, signal }: Desk,
): Promise<readonly string[]> {
  if (commit === undefined || !(await machine.disk.exists(place))) return [];
  const tree = await repositoryGit(
    machine,
    main,
    signal,
  )(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
  const ours = new Set([...fieldsOf(tree), '.git']);
  const entries = await machine.disk.readdir(place, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = path.relative(place, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    return entry.isDirectory() || ours.has(file) ? [] : [file];
  });
}

/** What may still make a worktree: a git that has outlived its engine. Waits for its end. */
async function findMaker(own: GitRepository, desk: Desk): Promise<string | undefined> {
  const { disk } = desk.machine;
  const { top, gitFolder } = own;
  await untilDeserted(own, quietMs, desk);
  const { found, areAllKnown } = await disk.occupantsOf(top);
  if (found.length > 0) return `there works ${found.join('; ')}`;
  // One that has just begun does not work there yet.
  const marks = ['locked', 'index.lock'].map((name) => path.join(gitFolder, name));
  const newest = async (): Promise<number> => {
    const names = areAllKnown ? [] : await disk.readdir(top, { recursive: true });
    const times = await Promise.all(
      [...marks, ...names.map((name) => path.join(top, name))].map((file) => changedAt(file, desk)),
    );
    return times.reduce<number>((last, at) => Math.max(last, at ?? 0), 0);
  };
  return (await areQuiet(newest, quietMs, desk)) ? undefined : 'files there still change';
}
