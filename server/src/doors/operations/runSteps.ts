import { tellGit } from '../../host/gitSteps.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Step } from '../../operations/operation.js';

/** @throws Refused (`failed`) at the first step that fails. */
export async function runSteps(steps: readonly Step[], root: string, signal: AbortSignal): Promise<void> {
  for (const { args, summary } of steps) {
    const answer = await tellGit(root, args, signal);
    if (answer.kind !== 'answer') throw new Refused('failed', `could not ${summary}: ${answer.message}`);
  }
}
