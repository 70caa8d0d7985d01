import { orRefused } from '../../operations/orRefused.js';
import { createWorktree } from '../../operations/worktrees/create.js';
import type { StepResult } from '../../runs/event.js';
import { callOperation } from '../phases/callOperation.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { findPacketPlace, type RunRepository } from './packetPlace.js';
import type { RunTerms } from './terms.js';

/** Makes a worktree of a packet's branch, set up as any, if it has none here. @returns why not. @throws Refused; the signal's reason. */
export async function openPacketWorktree(
  item: string,
  {
    root,
    repository,
    terms,
    desk,
  }: {
    readonly root: string;
    readonly repository: RunRepository;
    readonly terms: Pick<RunTerms, 'trustCommands'>;
    readonly desk: PhaseDesk;
  },
): Promise<StepResult> {
  const { worktree, branch, tip } = await findPacketPlace(repository, item, desk);
  if (worktree) return { outcome: 'passed' };
  if (tip === undefined) return { outcome: 'failed', failure: 'final', note: `the branch ${branch} is gone` };
  // One whose folder is gone keeps its branch from being checked out.
  orRefused(await desk.machine.runGit(repository.main.top, ['worktree', 'prune'], desk.signal));
  await callOperation(desk, root, createWorktree, { item }, { allows: () => Promise.resolve(terms.trustCommands) });
  return { outcome: 'passed' };
}
