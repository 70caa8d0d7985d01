import type { Agent } from '../../agents/agent.js';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import { type PhaseRequest, requestInFolder } from '../../execution/phases/phaseRequest.js';
import type { ExitCode, Io } from './io.js';
import { runPhaseHere } from './runPhaseHere.js';

/** A session of a phase of an item. */
export type PhaseSession = SessionView & Required<Pick<SessionView, 'phase' | 'item'>>;

export function isOfPhase(session: SessionView): session is PhaseSession {
  return session.phase !== undefined && session.item !== undefined;
}

/** How a session continues its phase, or is judged. */
type GoingOn = Pick<PhaseRequest, 'mode' | 'resumes' | 'answered' | 'judges' | 'limits'>;

/** A request for the phase of a session, where the session worked. */
export function requestOfSession(
  { phase, item, folder, model }: SessionView & Required<Pick<SessionView, 'phase'>>,
  agent: Agent,
  how: GoingOn,
): PhaseRequest {
  return {
    ...requestInFolder,
    phase,
    item,
    folder,
    agent,
    model,
    ...how,
  };
}

/** Continues the phase of a session where it worked. @throws UsageError */
export async function goOnWithPhase(session: PhaseSession, agent: Agent, how: GoingOn, io: Io): Promise<ExitCode> {
  return runPhaseHere(
    () => Promise.resolve(requestOfSession(session, agent, how)),
    { mode: how.mode, format: 'text' },
    io,
  );
}
