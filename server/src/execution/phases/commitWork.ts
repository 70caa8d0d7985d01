import { commit } from '../../operations/delivery/commit.js';
import { Refused } from '../../operations/errorCodes.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';

/** A commit as the record of a session names it. */
export interface MadeCommit {
  readonly hash: string;
  readonly subject: string;
}

/** So many of those that stay are told. */
const mostTold = 20;

/**
 * Commits what an agent did in its turn, so that it needs no right to.
 *
 * @param agent by its name.
 * @returns the commit, if there was something to commit; where none could be made, what git or a hook said, line by line.
 * @throws the signal's reason.
 */
export async function commitWork(
  { item, folder }: { readonly item: string; readonly folder: string },
  agent: string,
  desk: PhaseDesk,
): Promise<{ readonly said: readonly string[]; readonly commit?: MadeCommit }> {
  try {
    const { plan } = await callOperation(desk, folder, commit, { item, agent });
    const left = plan.steps.flatMap((step) => (step.kind === 'commit' ? (step.left ?? []) : []));
    for (const { path, why } of left.slice(0, mostTold))
      desk.tell({ event: 'done', what: `not committed: ${path} ${why}` });
    if (left.length > mostTold) desk.tell({ event: 'done', what: `and ${left.length - mostTold} more` });
    const made = plan.steps.find((step) => step.kind === 'commit');
    return { said: [], ...(made ? await headOf(folder, desk) : {}) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const said = [error.message, ...error.candidates];
    desk.warn(said.join('\n'));
    return { said };
  }
}

async function headOf(folder: string, { machine, signal }: PhaseDesk): Promise<{ readonly commit?: MadeCommit }> {
  const shown = await machine.runGit(folder, ['log', '-1', '--format=%H %s'], signal);
  const [hash = '', ...words] = shown.kind === 'answer' ? shown.value.trim().split(' ') : [];
  return hash === '' ? {} : { commit: { hash, subject: words.join(' ') } };
}
