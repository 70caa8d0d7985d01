import { commit } from '../../operations/delivery/commit.js';
import { Refused } from '../../operations/errorCodes.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';

/** So many of those that stay are told. */
const mostTold = 20;

/**
 * Commits what an agent did in its turn, so that it needs no right to.
 *
 * @param agent by its name.
 * @returns what git or a hook said, line by line, where no commit was made; else nothing.
 * @throws the signal's reason.
 */
export async function commitWork(
  { item, folder }: { readonly item: string; readonly folder: string },
  agent: string,
  desk: PhaseDesk,
): Promise<readonly string[]> {
  try {
    const { plan } = await callOperation(desk, folder, commit, { item, agent });
    const left = plan.steps.flatMap((step) => (step.kind === 'commit' ? (step.left ?? []) : []));
    for (const { path, why } of left.slice(0, mostTold))
      desk.tell({ event: 'done', what: `not committed: ${path} ${why}` });
    if (left.length > mostTold) desk.tell({ event: 'done', what: `and ${left.length - mostTold} more` });
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const said = [error.message, ...error.candidates];
    desk.warn(said.join('\n'));
    return said;
  }
}
