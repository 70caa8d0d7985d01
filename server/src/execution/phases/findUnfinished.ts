import type { Agent } from '../../agents/agent.js';
import type { QueueEntry } from '../../agents/queue.js';
import { phases } from '../../agents/phases/phases.js';
import type { AgentPhase } from '../../agents/playbooks/playbooks.js';
import { findSessionPlace } from '../agents/sessionPlace.js';
import { readSessionsOf } from '../agents/sessionReader.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

/** What an interrupted phase has left: a gate that passed, a question, an agent, a conversation. */
export type Unfinished =
  | { readonly kind: 'passed' }
  | { readonly kind: 'asks'; readonly session: string; readonly agent: string; readonly question: string }
  | { readonly kind: 'runs'; readonly session: string }
  | { readonly kind: 'resumable'; readonly resumes: NonNullable<PhaseRequest['resumes']> };

/** The prompt of an agent that continues after an interruption. */
const goOn = 'You were interrupted. Go on with what you were doing.\n';

/** @returns undefined if the phase begins from the start. @throws UsageError if git fails. */
export async function findUnfinished(
  { item, folder, phase, began = Infinity }: QueueEntry & { readonly phase: AgentPhase },
  agent: Agent | undefined,
  { machine, signal }: PhaseDesk,
): Promise<Unfinished | undefined> {
  const { logs } = await findSessionPlace(machine, folder, signal);
  const sessions = (await readSessionsOf(machine, logs, item)).filter(
    ({ start, startedAt }) => start.phase === phase && startedAt >= began,
  );
  const last = sessions.at(-1);
  if (!last) return undefined;
  const { start, told, ended, process } = last;
  const { id } = start;
  if (told.question !== undefined) return { kind: 'asks', session: id, agent: start.agent, question: told.question };
  if (!ended && process && (await machine.programs.whichLive([process])).size > 0) return { kind: 'runs', session: id };
  if (ended?.end.kind === 'finished')
    return told.judged?.answer === 'allowed' && told.judged.gate === phases[phase].gateOut
      ? { kind: 'passed' }
      : undefined;
  const { agentSession } = told;
  // If it could not be resumed the last time, it starts from the beginning.
  if (!agent?.resumes || agent.id !== start.agent || agentSession === undefined || start.resumes !== undefined)
    return undefined;
  return { kind: 'resumable', resumes: { session: id, agentSession, began: start.began ?? id, prompt: goOn } };
}
