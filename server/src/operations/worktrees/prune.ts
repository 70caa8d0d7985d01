import path from 'node:path';
import type { GitWorktree } from '../../workspace/ports.js';
import type { WorktreeDesk } from '../../workspace/worktreePort.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import type { PruneFinding, WorktreePruning } from './answers.js';
import { findStrays, forgetSteps, lostIfForgotten, removeRemains, worktreesFolder } from '../support/worktrees.js';

export const pruneWorktrees = defineOperation({
  name: 'worktree prune',
  group: 'worktrees',
  summary: 'Removes leftovers of deleted worktrees',
  details: `Without \`--apply\`, only lists what would be done. Prunes worktrees whose folder was deleted, restores missing \`.git\` files, and removes folders among the worktrees that are empty or only have the \`.git\` file of a worktree that git does not know. Keeps and lists everything that contains files, is locked, or has state that only git still knows (commits on no branch, staged changes, a rebase in progress, submodule repositories). Does not touch branches and existing worktrees; use \`worktree remove\` for those.`,
  example: { apply: true },
  fields: { apply: { type: 'flag', description: 'apply the changes; without this, only shows what would be done' } },
  reads: [],
  needs: 'documents',
  writes: true,
  plan: async ({ worktrees }, { apply }) => {
    const desk = await worktrees();
    const found: Found[] = [];
    for (const one of desk.listed) if (one.prunable) found.push(await judgeGone(desk, one));
    for (const { path: stray, holdsFiles } of await findStrays(desk)) found.push(judgeStray(stray, holdsFiles));
    const steps = found.flatMap((one) => one.steps);
    const around = await desk.realOf(worktreesFolder(desk));
    const removed = new Set(found.flatMap(({ path: place, kept }) => (kept ? [] : [place])));
    const rest = (await desk.foldersIn(around)).filter((folder) => !removed.has(folder));
    // Where something else is in it, it stays.
    if (rest.length === 0 && (await desk.occupancyOf(around)) !== 'nothing') steps.push(removeRemains(around));
    const lines = found.map(({ path: place, says, kept }) => `${place}: ${kept ? `kept: ${says}` : says}`);
    const work = found.filter(({ kept }) => !kept).length;
    return {
      steps: apply ? steps : [],
      answer: {
        message: [
          ...lines,
          found.length === 0
            ? 'no leftovers of deleted worktrees'
            : work === 0
              ? 'nothing to do'
              : apply
                ? 'done'
                : 'use --apply to do it',
        ].join('\n'),
        data: {
          applied: apply,
          found: found.map(({ path: place, action, says, kept }) => ({ path: place, action, says, kept })),
        } satisfies WorktreePruning,
      },
    };
  },
});

interface Found extends PruneFinding {
  readonly steps: readonly StepDraft[];
}

async function judgeGone(desk: WorktreeDesk, one: GitWorktree): Promise<Found> {
  const { path: place } = one;
  const keep = (says: string): Found => ({ path: place, action: 'none', says, kept: true, steps: [] });
  if (one.locked) return keep('it is locked, as on a removable disk: run `git worktree unlock` if it can be removed');
  if ((await desk.occupancyOf(place)) !== 'occupied') {
    const lost = await lostIfForgotten(desk, one);
    if (lost !== undefined) return keep(`it ${lost}`);
    return {
      path: place,
      action: 'forget',
      says: `its folder is gone: git prunes it${one.branch === undefined ? '' : `, and ${one.branch} stays`}`,
      kept: false,
      steps: await forgetSteps(desk, one),
    };
  }
  if ((await desk.occupancyOf(path.join(place, '.git'))) !== 'nothing')
    return keep('its folder has other files: check them, then move them away');
  return {
    path: place,
    action: 'repair',
    says: 'its .git file is missing: it is restored',
    kept: false,
    // With its path git would ask the file that is not there.
    steps: [{ kind: 'git', args: ['worktree', 'repair'], summary: `restore the .git file of ${place}` }],
  };
}

function judgeStray(place: string, holdsFiles: boolean): Found {
  return holdsFiles
    ? {
        path: place,
        action: 'none',
        says: 'git knows no worktree there, but it contains files: check them, then delete it',
        kept: true,
        steps: [],
      }
    : {
        path: place,
        action: 'remove',
        says: 'the folder is empty: it is removed',
        kept: false,
        steps: [removeRemains(place)],
      };
}
