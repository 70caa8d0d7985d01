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
  summary: 'Clears away what is left of worktrees that are gone',
  details: `Without \`--apply\` it only lists what would be done. Git forgets a worktree whose folder was deleted; a worktree that has lost its \`.git\` file gets it back; an empty folder among the worktrees is removed, and so is one with nothing but the \`.git\` file of a worktree that git does not know. What holds files that could be somebody's, is locked, or has what git alone still knows of (commits on no branch, what was staged, a rebase that goes on, the repositories of submodules) is listed and kept. Branches and worktrees that are there are left alone: \`worktree remove\` is for them.`,
  fields: { apply: { type: 'flag', description: 'do it; without this it is only said what would be done' } },
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
    if (rest.length === 0 && (await desk.standsAt(around)) !== 'nothing') steps.push(removeRemains(around));
    const lines = found.map(({ path: place, says, kept }) => `${place}: ${kept ? `kept, as ${says}` : says}`);
    const work = found.filter(({ kept }) => !kept).length;
    return {
      steps: apply ? steps : [],
      answer: {
        message: [
          ...lines,
          found.length === 0
            ? 'nothing is left of worktrees that are gone'
            : work === 0
              ? 'nothing to be done'
              : apply
                ? 'done'
                : '--apply does it',
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
  if (one.locked) return keep('it is locked, as a worktree on another disk is: `git worktree unlock` it, if it may go');
  if ((await desk.standsAt(place)) !== 'occupied') {
    const lost = await lostIfForgotten(desk, one);
    if (lost !== undefined) return keep(`it ${lost}`);
    return {
      path: place,
      action: 'forget',
      says: `its folder is gone: git forgets it${one.branch === undefined ? '' : `, and ${one.branch} stays`}`,
      kept: false,
      steps: await forgetSteps(desk, one),
    };
  }
  if ((await desk.standsAt(path.join(place, '.git'))) !== 'nothing')
    return keep('something else than its .git file is there: look through it, then move it away');
  return {
    path: place,
    action: 'repair',
    says: 'it has lost its .git file: it gets it back',
    kept: false,
    // With its path git would ask the file that is not there.
    steps: [{ kind: 'git', args: ['worktree', 'repair'], summary: `bring the .git file of ${place} back` }],
  };
}

function judgeStray(place: string, holdsFiles: boolean): Found {
  return holdsFiles
    ? {
        path: place,
        action: 'none',
        says: 'git knows of no worktree there, and it holds files: look through them, then delete it',
        kept: true,
        steps: [],
      }
    : {
        path: place,
        action: 'remove',
        says: 'an empty folder: it is removed',
        kept: false,
        steps: [removeRemains(place)],
      };
}
