import path from 'node:path';
import { Refused } from '../../operations/errorCodes.js';
import type { ShownStep } from '../../operations/shownStep.js';
import { removeWorktree } from '../../operations/worktrees/remove.js';
import type { OpenedItem } from '../../project/openItem.js';
import { findDefaultBranch } from '../../workspace/git/defaultBranch.js';
import type { GitRepository } from '../../workspace/ports.js';
import { uncommitted } from '../executor/commitFiles.js';
import { orRefused } from '../../operations/orRefused.js';
import { runQuietly } from '../programs/runQuietly.js';
import { findClones, install, stateOf } from '../mergeDriver/installation.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

/** What is merged, and where. */
interface Merge {
  readonly item: string;
  readonly branch: string;
  readonly into: string;
  /** Where that is checked out. */
  readonly target: GitRepository;
  /** The top of the item's worktree: absolute. */
  readonly worktree: string;
}

/**
 * Merges the branch of a closed item that has its own worktree into the default branch, and removes the worktree.
 *
 * @returns whether it was merged: not if the user declined, or nothing can be merged here.
 * @throws Refused if uncommitted changes or conflicts block the merge; the signal's reason.
 */
export async function mergeItem(
  opened: OpenedItem,
  { yes }: Pick<PhaseRequest, 'yes'>,
  desk: PhaseDesk,
): Promise<boolean> {
  const merge = await findMerge(opened, desk);
  if (!merge) return false;
  const { item, branch, into, target, worktree } = merge;
  await refuseDirty(merge, desk);
  const clones = await findClones(desk.machine, target.folder, desk.signal);
  const states = await Promise.all(clones.map((clone) => stateOf(desk.machine, clone, desk.signal)));
  const missing = clones.filter((_, index) => states[index] !== 'installed');
  const steps: readonly ShownStep[] = [
    ...(missing.length === 0
      ? []
      : [
          {
            summary: 'set up the merge driver, which merges boards by entry and task',
            command: ['pactwright', 'merge-driver', '--install'],
          },
        ]),
    {
      summary: `merge ${branch} into ${into} in ${target.top}`,
      command: ['git', '-C', target.top, 'merge', '--no-edit', branch],
    },
    {
      summary: `remove the worktree ${worktree}`,
      command: ['pactwright', 'worktree', 'remove', item, '--apply'],
    },
  ];
  desk.tell({ event: 'planned', steps });
  if (!yes && !(await desk.confirm?.('Do you want to continue?'))) return false;
  for (const clone of missing) await install(desk.machine, clone, desk.signal);
  await runMerge(merge, desk);
  desk.tell({ event: 'done', what: `merged ${branch} into ${into}` });
  await removeWorktreeOf(merge, desk);
  return true;
}

/** @returns undefined if the item has no worktree of its own, or the default branch is not checked out anywhere. */
async function findMerge({ repository, item, index }: OpenedItem, desk: PhaseDesk): Promise<Merge | undefined> {
  if (!repository || repository.gitFolder === repository.commonFolder) return undefined;
  const { git } = desk.machine;
  const refs = orRefused(await git.refs(repository, desk.signal));
  const { branch } = refs.head;
  const into = findDefaultBranch(refs, index.configuration().value.defaultBranch);
  const isOwn = item.worktrees.some(({ path: top }) => top === repository.top);
  if (branch === undefined || into === undefined || branch === into || !isOwn) return undefined;
  const listed = orRefused(await git.worktrees(repository, desk.signal));
  const place = listed.find((one) => one.branch === into && !one.prunable && !one.bare);
  if (!place) {
    desk.warn(`${branch} is not merged: ${into} is not checked out in any folder`);
    return undefined;
  }
  const target = orRefused(await git.repository(path.join(place.path, repository.prefix), desk.signal));
  return { item: item.id, branch, into, target, worktree: repository.top };
}

/** @throws Refused if the merge would change files with uncommitted changes. */
async function refuseDirty({ item, branch, target }: Merge, desk: PhaseDesk): Promise<void> {
  const git = repositoryGit(desk.machine, target, desk.signal);
  const concerned = new Set(
    fieldsOf(await git(['diff', '--name-only', '--no-renames', '-z', `HEAD...refs/heads/${branch}`])),
  );
  const dirty = (await uncommitted(desk.machine, target, desk.signal)).filter((file) => concerned.has(file));
  if (dirty.length === 0) return;
  throw new Refused(
    'not-allowed',
    `${item} is closed on ${branch}, but not merged: ${dirty.slice(0, 5).join(', ')} ${dirty.length === 1 ? 'has' : 'have'} uncommitted changes in ${target.top}. Commit or stash them, and run \`pactwright phase done ${item} --no-agent\``,
  );
}

/** @throws Refused if there are conflicts; the merge is then aborted. */
async function runMerge({ item, branch, into, target }: Merge, desk: PhaseDesk): Promise<void> {
  const { code, output, errors } = await runQuietly('git', ['merge', '--no-edit', branch], target.top, desk);
  if (code === 0) return;
  const git = repositoryGit(desk.machine, target, desk.signal);
  const conflicts = fieldsOf(await git(['diff', '--name-only', '--diff-filter=U', '-z']));
  if (conflicts.length > 0) await git(['merge', '--abort']);
  throw new Refused(
    'failed',
    conflicts.length > 0
      ? `${item} is closed on ${branch}, but not merged: it conflicts with ${into} in ${conflicts.join(', ')}. Merge ${into} into ${branch} in its worktree, and run \`pactwright phase done ${item} --no-agent\``
      : `${branch} was not merged into ${into}: git refused`,
    [output, errors].flatMap((text) => text.split('\n')).filter((line) => line.trim() !== ''),
  );
}

async function removeWorktreeOf({ item, worktree, target }: Merge, desk: PhaseDesk): Promise<void> {
  try {
    const { plan } = await callOperation(desk, target.folder, removeWorktree, { worktree, apply: true });
    desk.tell({ event: 'done', what: plan.answer.message });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    desk.warn(`the worktree of ${item} stays: ${error.message}`);
  }
}
