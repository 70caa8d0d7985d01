import path from 'node:path';
import { count } from '../../base/count.js';
import type { Configuration } from '../../workspace/configuration.js';
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
  summary: 'Removes a worktree that holds nothing that is not elsewhere',
  details: `Without \`--apply\` it only says what would be done, and what of the folder is ignored by git and would go with it. The branch stays, with all its commits, unless \`--delete-branch\` is given, which is refused while the branch has a commit that the branch work is merged into does not have. Commits that were squashed or picked count as not merged, as git cannot tell.

Nothing is forced (\`git worktree remove\` without \`--force\`). Refused: the main checkout; the worktree the command is called in, or a process works in (known on Linux; elsewhere the answer says that it is not known, \`data.processesKnown\`); changed and untracked files; files that git was told not to look at; commits on no branch; a rebase, merge or bisect that is going on; what git alone still has of one whose folder is gone; a lock; another worktree inside; a repository among what git ignores that holds what is nowhere else; submodules, which git removes by force alone.`,
  fields: {
    worktree: {
      type: 'text',
      description: 'an item, e.g. STORY-042, or the path of a worktree: absolute, as worktree list shows it',
      completes: 'item',
      required: true,
      positional: true,
      check: (text) =>
        path.isAbsolute(text) ? undefined : itemIdProblem(text) && 'is no item id and no absolute path',
    },
    deleteBranch: { type: 'flag', description: 'delete its branch, too, if that is merged' },
    apply: { type: 'flag', description: 'do it; without this it is only said what would be done' },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  plan: async ({ configuration, worktrees }, { worktree, deleteBranch, apply }) => {
    const desk = await worktrees();
    const one = await findWorktree(desk, worktree);
    const contents = await refuseLosses(desk, one);
    const branch = deleteBranch ? await mergedBranch(desk, configuration, one) : undefined;
    const { ignored, areProcessesKnown: processesKnown } = contents ?? { ignored: [], areProcessesKnown: true };
    const around = path.dirname(one.path);
    const steps: StepDraft[] = contents
      ? [{ kind: 'git', args: ['worktree', 'remove', one.path], summary: `remove the worktree ${one.path}` }]
      : await forgetSteps(desk, one);
    if (branch !== undefined && one.head !== undefined) {
      steps.push({
        kind: 'git',
        // Refused where the branch has come to another commit meanwhile.
        args: ['update-ref', '-d', `refs/heads/${branch}`, one.head],
        summary: `delete the branch ${branch}`,
      });
      // A branch of that name that somebody makes later would follow what this one followed.
      if (await desk.hasSettings(branch))
        steps.push({
          kind: 'git',
          args: ['config', '--local', '--remove-section', `branch.${branch}`],
          summary: `forget the settings of the branch ${branch}`,
        });
    }
    if (around.endsWith('.worktrees')) steps.push(removeRemains(around));
    const target = mergeTarget(desk, configuration);
    const unmerged =
      one.head === undefined || target.tips.length === 0 ? undefined : await desk.countBeyond(one.head, target.tips);
    const said = [
      `${apply ? 'removed' : 'would remove'} the worktree ${one.path}`,
      branchWords(one, branch, unmerged),
      ignored.length === 0
        ? ''
        : `${count(ignored.length, 'ignored file or folder', 'ignored files and folders')} ${apply ? 'went' : 'would go'} with it: ${somePaths(ignored)}`,
      contents ? '' : 'its folder was gone already',
      processesKnown
        ? ''
        : 'whether a program works in it is not known, as this system does not tell: look for terminals and servers there yourself',
      apply ? '' : '--apply does it',
    ];
    return {
      steps: apply ? steps : [],
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

function branchWords({ branch }: GitWorktree, deleted: string | undefined, unmerged = 0): string {
  if (deleted !== undefined) return `the branch ${deleted} is merged and goes with it`;
  if (branch === undefined) return '';
  return `the branch ${branch} stays${unmerged === 0 ? '' : `, with ${count(unmerged, 'commit')} not merged yet`}`;
}

interface Harmless extends Pick<WorktreeContents, 'ignored'> {
  readonly areProcessesKnown: boolean;
}

/**
 * @returns what goes with it; undefined where its folder is gone.
 * @throws Refused where something would be lost that is nowhere else, or is in use.
 */
async function refuseLosses(desk: WorktreeDesk, one: GitWorktree): Promise<Harmless | undefined> {
  const place = one.path;
  const refuse = (message: string): never => {
    throw new Refused('not-allowed', `${place} ${message}`);
  };
  if (one.main) refuse('is the main checkout, which is never removed');
  if (place === desk.current) refuse('is the worktree this is called in: call it from another one');
  if (isBeingMade(one)) refuse('is being made: try again in a moment');
  if (one.locked)
    refuse(
      `is locked${one.lockReason === undefined ? '' : ` (${one.lockReason})`}: \`git worktree unlock\` it first, if it may go`,
    );
  if (one.prunable) {
    if ((await desk.standsAt(place)) === 'occupied')
      refuse('has lost its .git file: `pactwright worktree prune --apply` brings it back, so that it can be looked at');
    const lost = await lostIfForgotten(desk, one);
    if (lost !== undefined) refuse(lost);
    return undefined;
  }
  const kept = await desk.kept(one);
  const loose = await looseCommits(desk, one, kept);
  if (loose !== undefined) refuse(loose);
  const below = worktreesBelow(desk, place);
  if (below.length > 0)
    refuse(`has other worktrees in it: remove ${somePaths(below.map((other) => other.path))} first`);
  const { goingOn, changed, untracked, ...contents } = await desk.contents(place);
  if (goingOn !== undefined) refuse(`is in the middle of a ${goingOn}: end it first`);
  const dirty = [...changed, ...untracked];
  if (dirty.length > 0)
    refuse(
      `has ${count(dirty.length, 'file')} that ${dirty.length === 1 ? 'is' : 'are'} not committed (${somePaths(dirty)}): commit, move or delete ${dirty.length === 1 ? 'it' : 'them'} first`,
    );
  const { unwatched, submodules: paths } = await desk.obstacles(place);
  if (unwatched.length > 0)
    refuse(
      `has files that git was told not to look at (${somePaths(unwatched)}), so that their changes are not seen: \`git update-index --no-assume-unchanged --no-skip-worktree\` them first`,
    );
  const submodules = paths.length > 0 ? paths : kept.submodules;
  if (submodules.length > 0)
    refuse(
      `has submodules (${somePaths(submodules)}): git removes a worktree with submodules by force alone, and commits of theirs that are not pushed would go with it; push what is to be kept, then \`git worktree remove --force "${place}"\` yourself`,
    );
  const loaded = await desk.loadedRepositories(place, contents.ignored);
  if (loaded.length > 0)
    refuse(
      `has repositories among what git ignores (${somePaths(loaded)}), with files that are not committed or commits that no remote branch has, which would go with it: push them, move them away or delete them first`,
    );
  const { found, areAllKnown } = await desk.occupants(place);
  if (found.length > 0) refuse(`is in use (${somePaths(found)}): leave it, or end what runs there, first`);
  return { ignored: contents.ignored, areProcessesKnown: areAllKnown };
}

/** @throws Refused where it must not be deleted. */
async function mergedBranch(
  desk: WorktreeDesk,
  configuration: Configuration,
  { path: place, branch, head }: GitWorktree,
): Promise<string> {
  if (branch === undefined || head === undefined)
    throw new Refused('not-found', `${place} has no branch checked out, so there is none to delete`);
  const { name, tips } = mergeTarget(desk, configuration);
  if (name === undefined || tips.length === 0)
    throw new Refused(
      'not-found',
      'it is not known which branch work is merged into, so none can be said to be merged',
    );
  if (branch === name) throw new Refused('not-allowed', `${branch} is the branch work is merged into`);
  if (desk.listed.some((other) => other.branch === branch && other.path !== place))
    throw new Refused('not-allowed', `${branch} is checked out in another worktree, too`);
  const unmerged = await desk.countBeyond(head, tips);
  if (unmerged > 0)
    throw new Refused(
      'not-allowed',
      `${branch} has ${count(unmerged, 'commit')} that ${name} does not have: merge it first, or let it stay`,
    );
  return branch;
}
