import type { PlacedComment } from '../../agents/reviewComments.js';
import type { AgentPhase } from '../../agents/playbooks/playbooks.js';
import { phases } from '../../agents/phases/phases.js';
import { count } from '../../base/count.js';
import { commentsIn, openCommentsOf } from '../agents/commentsFile.js';
import { logsOf } from '../agents/sessionPlace.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { PhaseDesk } from './phaseDesk.js';

/** The work that comments are about. */
interface Commented {
  readonly phase: AgentPhase;
  readonly item: string | undefined;
  /** Where the agent works: absolute. */
  readonly folder: string;
  /** The one it is in. */
  readonly repository: GitRepository | undefined;
}

/** A person's comments on lines of an item's work that no agent has received yet; none in a phase that does not change them. */
export async function commentsFor(
  { phase, item, folder, repository }: Commented,
  { machine, warn }: PhaseDesk,
): Promise<readonly PlacedComment[]> {
  if (item === undefined || phases[phase].access === 'read') return [];
  const file = commentsIn(machine, logsOf(machine, folder, repository), item);
  const found = await openCommentsOf(machine, file, { folder, top: repository?.top ?? folder });
  if (found.length === 0 || phase === 'plan' || phases[phase].commits) return found;
  const [are, them] = found.length === 1 ? ['was', 'it'] : ['were', 'them'];
  warn(
    `${count(found.length, 'comment', 'comments')} on ${item} ${are} not sent to an agent: \`pactwright phase act ${item}\` sends ${them}`,
  );
  return [];
}

/** Records that an agent got comments in a round that has ended. */
export async function markSent(
  comments: readonly PlacedComment[],
  session: string,
  { item, folder, repository }: Commented,
  { machine }: PhaseDesk,
): Promise<void> {
  if (comments.length === 0 || item === undefined) return;
  const ids = new Set(comments.map(({ id }) => id));
  const file = commentsIn(machine, logsOf(machine, folder, repository), item);
  const sentAt = machine.clock();
  await file.change((all) => all.map((one) => (ids.has(one.id) ? { ...one, sentAt, session } : one)));
}
