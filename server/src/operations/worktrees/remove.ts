import path from 'node:path';
import { count } from '../../base/count.js';
import type { GitWorktree } from '../../workspace/ports.js';
import type { WorktreeContents, WorktreeDesk } from '../../workspace/worktreePort.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import { itemIdProblem } from '../support/fields.js';
import {
  findWorktree,
  forgetSteps,
  isBeingMade,
  itemsOf,
  looseCommits,
  lostIfForgotten,
  mergeTarget,
  removeRemains,
  somePaths,
  worktreesBelow,
} from '../support/worktrees.js';
import type { WorktreeRemoval } from './answers.js';

export const removeWorktree = defineOperation({
  name: 'worktree remove',
  group: 'worktrees',
  summary: 'Removes a worktree if no work would be lost',
  details: `Without \`--apply\`, only shows what would be done, including ignored files that would be deleted. The branch and its commits stay unless you pass \`--delete-branch\`, which fails if the branch is not fully merged. Squashed or cherry-picked commits count as not merged, because git cannot tell.

Nothing is forced (\`git worktree remove\` without \`--force\`). Fails for: the main checkout; a worktree in which the command or another process runs (detected on Linux only, see \`data.processesKnown\`); changed and untracked files; files marked assume-unchanged or skip-worktree; commits on no branch; a rebase, merge or bisect in progress; state that only git still has after the folder was deleted; a lock; a nested worktree; an ignored repository with unpushed work; submodules, which git only removes with \`--force\`.`,
  example: { worktree: 'STORY-042', apply: true },
  fields: {
    worktree: {
      type: 'text',
      description: 'an item, e.g. STORY-042, or the path of a worktree: absolute, as worktree list shows it',
      completes: 'item',
      required: true,
      positional: true,
      check: (text) =>
        path.isAbsolute(text) ? undefined : itemIdProblem(text) && 'is neither an item id nor an absolute path',
    },
    deleteBranch: { type: 'flag', description: 'also delete its branch, if merged' },
    apply: { type: 'flag', description: 'apply the changes; without this, only shows what would be done' },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  plan: async ({ configuration, worktrees }, { worktree, deleteBranch, apply }) => {
    const desk = await worktrees();
    const removal = await planRemoval(desk, {
      one: await findWorktree(desk, worktree),
      target: mergeTarget(desk, configuration),
      deleteBranch,
    });
    const { one, branch, unmerged, contents } = removal;
    const { ignored, areProcessesKnown: processesKnown } = contents ?? { ignored: [], areProcessesKnown: true };
    const said = [
      `${apply ? 'removed' : 'would remove'} the worktree ${one.path}`,
      branchWords(one, branch, unmerged),
      ignored.length === 0
        ? ''
        : `${count(ignored.length, 'ignored file or folder', 'ignored files and folders')} ${apply ? 'were deleted' : 'would be deleted'} with it: ${somePaths(ignored)}`,
      contents ? '' : 'its folder was already gone',
      processesKnown
        ? ''
        : 'this system cannot tell whether a program is using it: check for terminals and servers yourself',
      apply ? '' : 'use --apply to do it',
    ];
    return {
      steps: apply ? removal.steps : [],
      answer: {
        message: said.filter((part) => part !== '').join('; '),
        data: {
          path: one.path,
          items: itemsOf(one),
          ...(one.branch === undefined ? {} : { branch: one.branch }),
          removed: apply,
          branchDeleted: branch !== undefined,
          ...(unmerged === undefined ? {} : { unmerged }),
          ignored,
          processesKnown,
        } satisfies WorktreeRemoval,
      },
    };
  },
});

/** How a worktree is removed. */
interface Removal {
  readonly one: GitWorktree;
  readonly steps: readonly StepDraft[];
  /** The branch that is deleted with it. */
  readonly branch: string | undefined;
  /** How many commits of its branch are not merged; undefined: nobody knows. */
  readonly unmerged: number | undefined;
  /** Undefined: its folder is gone. */
  readonly contents: Harmless | undefined;
}

/**
 * @param target where work is merged into.
 * @throws Refused if something would be lost that is nowhere else, or is in use.
 */
export async function planRemoval(
  desk: WorktreeDesk,
  {
    one,
    target,
    deleteBranch,
  }: {
    readonly one: GitWorktree;
    readonly target: ReturnType<typeof mergeTarget>;
    readonly deleteBranch: boolean;
  },
): Promise<Removal> {
  const contents = await refuseLosses(desk, one);
  const unmerged =
    one.head === undefined || target.tips.length === 0 ? undefined : await desk.countBeyond(one.head, target.tips);
  const branch = deleteBranch ? mergedBranch(desk, one, target.name, unmerged) : undefined;
  const around = path.dirname(one.path);
  const steps: StepDraft[] = contents
    ? [{ kind: 'git', args: ['worktree', 'remove', one.path], summary: `remove the worktree ${one.path}` }]
    : await forgetSteps(desk, one);
  if (branch !== undefined && one.head !== undefined) {
    steps.push({
      kind: 'git',
      // Refused if the branch has come to another commit meanwhile.
      args: ['update-ref', '-d', `refs/heads/${branch}`, one.head],
      summary: `delete the branch ${branch}`,
    });
    // A branch of that name that somebody makes later would follow what this one followed.
    if (await desk.hasSettings(branch))
      steps.push({
        kind: 'git',
        args: ['config', '--local', '--remove-section', `branch.${branch}`],
        summary: `remove the settings of the branch ${branch}`,
      });
  }
  if (around.endsWith('.worktrees')) steps.push(removeRemains(around));
  return { one, steps, branch, unmerged, contents };
}

function branchWords({ branch }: GitWorktree, deleted: string | undefined, unmerged = 0): string {
  if (deleted !== undefined) return `the branch ${deleted} is merged and is deleted as well`;
  if (branch === undefined) return '';
  return `the branch ${branch} stays${unmerged === 0 ? '' : `, with ${count(unmerged, 'commit')} not merged yet`}`;
}

interface Harmless extends Pick<WorktreeContents, 'ignored'> {
  readonly areProcessesKnown: boolean;
}

/**
 * @returns what goes with it; undefined if its folder is gone.
 * @throws Refused if something would be lost that is nowhere else, or is in use.
 */
async function refuseLosses(desk: WorktreeDesk, one: GitWorktree): Promise<Harmless | undefined> {
  const place = one.path;
  const refuse = (message: string): never => {
    throw new Refused('not-allowed', `${place} ${message}`);
  };
  if (one.main) refuse('is the main checkout, which cannot be removed');
  if (place === desk.current) refuse('is the current worktree: run this from another one');
  if (isBeingMade(one)) refuse('is being created: try again in a moment');
  if (one.locked)
    refuse(
      `is locked${one.lockReason === undefined ? '' : ` (${one.lockReason})`}: run \`git worktree unlock\` first if it can be removed`,
    );
  if (one.prunable) {
    if ((await desk.occupancyOf(place)) === 'occupied')
      refuse('has lost its .git file: `pactwright worktree prune --apply` restores it so that it can be checked');
    const lost = await lostIfForgotten(desk, one);
    if (lost !== undefined) refuse(lost);
    return undefined;
  }
  const kept = await desk.kept(one);
  const loose = await looseCommits(desk, one, kept);
  if (loose !== undefined) refuse(loose);
  const below = worktreesBelow(desk, place);
  if (below.length > 0) refuse(`contains other worktrees: remove ${somePaths(below.map((other) => other.path))} first`);
  const { goingOn, changed, untracked, ...contents } = await desk.contents(place);
  if (goingOn !== undefined) refuse(`has a ${goingOn} in progress: finish or abort it first`);
  const dirty = [...changed, ...untracked];
  if (dirty.length > 0)
    refuse(
      `has ${count(dirty.length, 'file')} with uncommitted changes (${somePaths(dirty)}): commit, move or delete ${dirty.length === 1 ? 'it' : 'them'} first`,
    );
  const { unwatched, submodules: paths } = await desk.obstacles(place);
  if (unwatched.length > 0)
    refuse(
      `has files marked assume-unchanged or skip-worktree (${somePaths(unwatched)}), whose changes are hidden: run \`git update-index --no-assume-unchanged --no-skip-worktree\` on them first`,
    );
  const submodules = paths.length > 0 ? paths : kept.submodules;
  if (submodules.length > 0)
    refuse(
      `has submodules (${somePaths(submodules)}): git only removes such a worktree with --force, and unpushed submodule commits would be lost; push what you want to keep, then run \`git worktree remove --force "${place}"\``,
    );
  const loaded = await desk.loadedRepositories(place, contents.ignored);
  if (loaded.length > 0)
    refuse(
      `has ignored repositories (${somePaths(loaded)}) with uncommitted or unpushed work: push, move or delete it first`,
    );
  const { found, areAllKnown } = await desk.occupants(place);
  if (found.length > 0) refuse(`is in use (${somePaths(found)}): leave it, or stop what runs there first`);
  return { ignored: contents.ignored, areProcessesKnown: areAllKnown };
}

/**
 * @param target where work is merged into. @param unmerged how many commits of the branch are not there; undefined: nobody knows.
 * @throws Refused if it must not be deleted.
 */
function mergedBranch(
  desk: WorktreeDesk,
  { path: place, branch, head }: GitWorktree,
  target: string | undefined,
  unmerged: number | undefined,
): string {
  if (branch === undefined || head === undefined)
    throw new Refused('not-found', `${place} has no branch to delete: HEAD is detached`);
  if (target === undefined || unmerged === undefined)
    throw new Refused('not-found', 'the branch that work is merged into is unknown, so nothing counts as merged');
  if (branch === target) throw new Refused('not-allowed', `${branch} is the branch work is merged into`);
  if (desk.listed.some((other) => other.branch === branch && other.path !== place))
    throw new Refused('not-allowed', `${branch} is also checked out in another worktree`);
  if (unmerged > 0)
    throw new Refused(
      'not-allowed',
      `${branch} has ${count(unmerged, 'commit')} not in ${target}: merge it first, or keep it`,
    );
  return branch;
}
