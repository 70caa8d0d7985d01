import { headOf } from '../agents/leftWork.js';
import { commit } from '../../operations/delivery/commit.js';
import { Refused } from '../../operations/errorCodes.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';

/** A commit as the record of a session names it. */
export interface MadeCommit {
  readonly hash: string;
  readonly subject: string;
}

/** This many of those that stay are listed. */
const mostTold = 20;

/**
 * Commits what an agent did in its turn, so that it needs no right to.
 *
 * @param agent by its name.
 * @returns the commits, oldest first; where one could not be made, what git or a hook said, line by line.
 * @throws the signal's reason.
 */
export async function commitWork(
  { item, folder }: { readonly item: string; readonly folder: string },
  agent: string,
  desk: PhaseDesk,
): Promise<{ readonly said: readonly string[]; readonly commits: readonly MadeCommit[] }> {
  const before = await headOf(desk.machine, folder, desk.signal);
  const since = (): Promise<readonly MadeCommit[]> => commitsSince(before, folder, desk);
  try {
    const { plan } = await callOperation(desk, folder, commit, { item, agent });
    const left = plan.steps.flatMap((step) => (step.kind === 'commit' ? (step.left ?? []) : []));
    for (const { path, why } of left.slice(0, mostTold))
      desk.tell({ event: 'done', what: `not committed: ${path} ${why}` });
    if (left.length > mostTold) desk.tell({ event: 'done', what: `and ${left.length - mostTold} more` });
    return { said: [], commits: await since() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const said = [error.message, ...error.candidates];
    desk.warn(said.join('\n'));
    return { said, commits: await since() };
  }
}

async function commitsSince(
  before: string | undefined,
  folder: string,
  { machine, signal }: PhaseDesk,
): Promise<readonly MadeCommit[]> {
  const range = before === undefined ? 'HEAD' : `${before}..HEAD`;
  const shown = await machine.runGit(folder, ['log', '--reverse', '--format=%H %s', range], signal);
  const lines = shown.kind === 'answer' ? shown.value.split('\n').filter((line) => line !== '') : [];
  return lines.map((line) => ({ hash: line.split(' ', 1)[0] ?? '', subject: line.slice(line.indexOf(' ') + 1) }));
}
