import type { Machine } from '../../workspace/machine.js';
import { describeError } from '../../base/errors.js';
import { Refused } from '../../operations/errorCodes.js';
import type { MadeWorktree, Step } from '../../operations/operation.js';
import { forgetStart, noteStart, type StepPlace } from './unfinished.js';

/**
 * Carries out the steps of a plan. Where one fails, what they have made is taken back; where this process is killed, the next one
 * does so. @see takeBackUnfinished
 *
 * @throws Refused (`failed`) at the first step that fails; the signal's reason once it is aborted.
 */
export async function runSteps(
  machine: Machine,
  steps: readonly Step[],
  place: StepPlace,
  signal: AbortSignal,
): Promise<void> {
  const makes = steps.flatMap((step) => (step.kind === 'git' && step.makes ? [step.makes] : []));
  const note = makes.length === 0 ? undefined : await noteStart(machine, place, makes);
  try {
    for (const step of steps) await runStep(machine, step, place, signal);
  } catch (error) {
    const left = await takeBack(machine, makes, place);
    if (!(error instanceof Refused) || left.length === 0) throw error;
    throw new Refused(error.code, `${error.message}; what is at ${left.join(', ')} was left, as it has files in it`);
  } finally {
    if (note !== undefined) await forgetStart(machine, note);
  }
}

async function runStep(machine: Machine, step: Step, { root, shared }: StepPlace, signal: AbortSignal): Promise<void> {
  if (step.kind === 'git') {
    const answer = await machine.changeWithGit(root, step.args, signal);
    if (answer.kind !== 'answer') throw new Refused('failed', `could not ${step.summary}: ${answer.message}`);
    return;
  }
  await machine.disk.removeRemains(step.path, shared).catch((error: unknown) => {
    throw new Refused('failed', `could not ${step.summary}: ${describeError(error)}`);
  });
}

/** @returns the paths of what could not be taken back. */
async function takeBack(
  machine: Machine,
  makes: readonly MadeWorktree[],
  { root }: StepPlace,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const one of makes.toReversed())
    if ((await machine.worktreeGit.takeBack(root, one, false)) !== 'gone') left.push(one.path);
  return left;
}
