import type { Agent } from '../../agents/agent.js';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import { chosenModels } from '../../execution/agents/knownAgents.js';
import type { PhaseRequest } from '../../execution/phases/phaseRequest.js';
import type { ExitCode, Io } from './io.js';
import { runPhaseHere } from './runPhaseHere.js';

/** A session of a phase of an item. */
export type PhaseSession = SessionView & Required<Pick<SessionView, 'phase' | 'item'>>;

export function isOfPhase(session: SessionView): session is PhaseSession {
  return session.phase !== undefined && session.item !== undefined;
}

/** How a session goes on with its phase, or what it is judged for. */
type GoingOn = Pick<PhaseRequest, 'mode' | 'resumes' | 'judges' | 'limits'>;

/** The phase that a session was of, where it worked. */
export async function requestOfSession(
  { phase, item, folder, model }: SessionView & Required<Pick<SessionView, 'phase'>>,
  agent: Agent,
  how: GoingOn,
  { machine }: Io,
  warn: (text: string) => void,
): Promise<PhaseRequest> {
  return {
    phase,
    item,
    about: undefined,
    version: undefined,
    lesson: undefined,
    folder,
    agent,
    model,
    models: await chosenModels(machine, warn),
    rounds: 2,
    profile: undefined,
    trustCommands: false,
    here: true,
    merge: true,
    dryRun: false,
    yes: false,
    ...how,
  };
}

/** Goes on with the phase of a session where that worked. @throws UsageError */
export async function goOnWithPhase(session: PhaseSession, agent: Agent, how: GoingOn, io: Io): Promise<ExitCode> {
  return runPhaseHere(
    (warn) => requestOfSession(session, agent, how, io, warn),
    { mode: how.mode, format: 'text' },
    io,
  );
}
