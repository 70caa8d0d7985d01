import { lstat, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { quietMs } from '../../base/leftoverWrite.js';
import type { GitWorktree } from '../../workspace/ports.js';
import type { WorktreeKept } from '../../workspace/worktreePort.js';
import { outputOf } from '../git/output.js';
import { readRefs } from '../git/readRefs.js';
import { readRepository } from '../git/readRepository.js';
import { readWorktrees } from '../git/readWorktrees.js';
import type { RunGit } from '../git/runGit.js';
import { exists } from '../insideRoot.js';
import { removeRemains } from './folders.js';
import { readKept } from './readKept.js';
import type { WorktreeStart } from '../../workspace/worktreePort.js';

/** What git writes into the lock of a worktree while it makes it. */
const beingMade = 'initializing';

/**
 * Takes back what a start has made: registration, folder and branch. Nothing is forced: what somebody has put there since stays.
 * Where only part of it is there, or nothing, that is no failure.
 *
 * @param folder of the repository: absolute, and not in the worktree.
 * @param halfMade takes back only what git did not come to an end with.
 * @returns `left`: somebody's files are there, or it was made in full. `busy`: git is still working on it, so try again.
 */
export async function takeBackWorktree(
  run: RunGit,
  folder: string,
  { path: place, branch, madeAt }: WorktreeStart,
  halfMade: boolean,
): Promise<'gone' | 'left' | 'busy'> {
  const tell = async (...args: readonly string[]): Promise<boolean> =>
    // Git removes a worktree with all that its status does not show.
    (await outputOf(run, { folder, args, config: ['status.showUntrackedFiles=all'] })).kind === 'answer';
  const repository = await readRepository(run, folder, undefined);
  if (repository.kind !== 'answer') return 'busy';
  const { commonFolder } = repository.value;
  const registered = async (): Promise<GitWorktree | undefined> => {
    const listed = await readWorktrees(run, repository.value, undefined);
    return listed.kind === 'answer' ? listed.value.find((one) => one.path === place && !one.main) : undefined;
  };
  const there = await registered();
  if (there) {
    const kept = await readKept(run, repository.value, there, undefined);
    if (kept.kind !== 'answer') return 'busy';
    // Git lets go of the lock if it is the one for the files that is killed.
    const isHalfMade = there.lockReason === beingMade || (!there.prunable && !kept.value.hasIndex);
    if (halfMade && !isHalfMade && !there.prunable) return 'left';
    const isThere = await exists(path.join(place, '.git'));
    if (isSomebodys(there, isThere, kept.value)) {
      // Git itself does none of that while it makes one, so that it is at it no more.
      if (isHalfMade) await tell('worktree', 'unlock', place);
      return 'left';
    }
    if (isHalfMade) {
      if (!(await complete(run, place, branch))) return 'busy';
      await tell('worktree', 'unlock', place);
    }
    await tell('worktree', 'remove', place);
    const left = await registered();
    if (left) return left.lockReason === beingMade ? 'busy' : 'left';
  }
  await removeRemains(place, commonFolder).catch(() => undefined);
  const around = path.dirname(place);
  if (around.endsWith('.worktrees')) await rmdir(around).catch(() => undefined);
  if (madeAt === undefined) return 'gone';
  const refs = await readRefs(run, repository.value, undefined);
  const listed = await readWorktrees(run, repository.value, undefined);
  if (refs.kind !== 'answer' || listed.kind !== 'answer') return 'busy';
  if (listed.value.some((one) => one.branch === branch)) return 'gone';
  // Git checks again that it has no new commits.
  const isDeleted = await tell('update-ref', '-d', `refs/heads/${branch}`, madeAt);
  // It fails if there are none.
  if (isDeleted) await tell('config', '--local', '--remove-section', `branch.${branch}`);
  return 'gone';
}

/** Whether there is what somebody has made there since, and what would be gone with it although git sees no file of it. */
function isSomebodys({ branch, head }: GitWorktree, isThere: boolean, kept: WorktreeKept): boolean {
  const isLoose = branch === undefined && head !== undefined;
  // Where the folder is there git looks for what is staged itself.
  const isStaged = !isThere && kept.staged.length > 0;
  return isLoose || isStaged || kept.goingOn !== undefined || kept.submodules.length > 0 || kept.refs.length > 0;
}

/**
 * Puts the files there that git did not come to, so that it sees a worktree without changes; what is there is not written over.
 *
 * @param place of the worktree.
 * @returns false if git may still be at it.
 */
async function complete(run: RunGit, place: string, branch: string): Promise<boolean> {
  // Without the file git would take a repository further up for the one that is meant.
  const places = { GIT_DIR: path.join(place, '.git'), GIT_WORK_TREE: place };
  const isThere = await lstat(places.GIT_DIR).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) return true;
  const lock = await outputOf(run, { folder: place, places, args: ['rev-parse', '--git-path', 'index.lock'] });
  if (lock.kind !== 'answer') return true;
  const file = path.resolve(place, lock.value.trimEnd());
  const age = await lstat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => undefined,
  );
  if (age !== undefined && age < quietMs) return false;
  if (age !== undefined) await unlink(file);
  const tell = async (...args: readonly string[]): Promise<boolean> =>
    (await outputOf(run, { folder: place, places, args })).kind === 'answer';
  // At first git writes a HEAD there that names no commit.
  if (!(await tell('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')))
    await tell('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
  if (!(await exists(path.join(path.dirname(file), 'index')))) await tell('read-tree', 'HEAD');
  await tell('checkout-index', '--all', '--quiet');
  return true;
}
