import type { Agent } from '../../agents/agent.js';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import { runPhase } from '../../execution/phases/runPhase.js';
import type { PhaseOutcome } from '../../agents/phases/phaseEvent.js';
import type { PhaseRequest } from '../../execution/phases/phaseRequest.js';
import { chosenModels } from '../../execution/agents/knownAgents.js';
import { Refused } from '../../operations/errorCodes.js';
import { plainLines } from '../../base/plainText.js';
import { exitCodeOf } from './exitCodeOf.js';
import { formatPhaseEvent } from '../../reports/phase.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';

const phaseCodes: Readonly<Record<PhaseOutcome, ExitCode>> = {
  passed: exitCodes.fine,
  left: exitCodes.fine,
  shown: exitCodes.fine,
  refused: exitCodes.findings,
  unknown: exitCodes.unknown,
  agentFailed: exitCodes.unknown,
};

/** Works on a phase until it ends, and tells what kept it from its end. @throws UsageError */
export async function untilPhaseEnds(io: Io, work: (signal: AbortSignal) => Promise<PhaseOutcome>): Promise<ExitCode> {
  return io.machine.terminal.untilTermination(async (signal) => {
    try {
      return phaseCodes[await work(signal)];
    } catch (error) {
      if (error instanceof Refused) {
        const candidates = error.candidates.map((one) => `  ${one}\n`);
        io.err(plainLines([`pactwright: ${error.message}\n`, ...candidates].join('')));
        return exitCodeOf(error.code);
      }
      if (!signal.aborted) throw error;
      io.err('pactwright: the phase was canceled\n');
      return exitCodes.unknown;
    }
  });
}

/** A session of a phase of an item. */
export type PhaseSession = SessionView & Required<Pick<SessionView, 'phase' | 'item'>>;

export function isOfPhase(session: SessionView): session is PhaseSession {
  return session.phase !== undefined && session.item !== undefined;
}

/** Goes on with the phase of a session where that worked. @throws UsageError; Refused; the signal's reason. */
export async function goOnWithPhase(
  { phase, item, folder, model }: PhaseSession,
  agent: Agent,
  mode: PhaseRequest['mode'],
  what: Pick<PhaseRequest, 'resumes' | 'judges'>,
  io: Io,
): Promise<ExitCode> {
  return untilPhaseEnds(io, async (signal) => {
    const isAsked = mode === 'interactive';
    const warn = warner(io);
    return runPhase(
      {
        phase,
        item,
        about: undefined,
        version: undefined,
        lesson: undefined,
        folder,
        agent,
        mode,
        model,
        models: await chosenModels(io.machine, warn),
        rounds: 2,
        profile: undefined,
        trustCommands: false,
        here: true,
        merge: true,
        dryRun: false,
        yes: false,
        ...what,
      },
      {
        machine: io.machine,
        warn,
        tell: (event) => {
          io.out(formatPhaseEvent(event));
        },
        confirm: isAsked ? (question) => io.machine.terminal.confirm(question, signal) : undefined,
        ...(isAsked ? { ask: (question: string) => io.machine.terminal.ask(question, signal) } : {}),
        signal,
      },
    );
  });
}
