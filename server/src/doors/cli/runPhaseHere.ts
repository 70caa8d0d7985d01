import { plainLines } from '../../base/plainText.js';
import type { PhaseEvent, PhaseOutcome } from '../../agents/phases/phaseEvent.js';
import type { PhaseDesk } from '../../execution/phases/phaseDesk.js';
import type { PhaseRequest } from '../../execution/phases/phaseRequest.js';
import { runPhase } from '../../execution/phases/runPhase.js';
import { Refused } from '../../operations/errorCodes.js';
import { formatPhaseEvent } from '../../reports/phase.js';
import { exitCodeOf } from './exitCodeOf.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';

const codes: Readonly<Record<PhaseOutcome, ExitCode>> = {
  passed: exitCodes.fine,
  left: exitCodes.fine,
  shown: exitCodes.fine,
  refused: exitCodes.findings,
  unknown: exitCodes.unknown,
  waiting: exitCodes.unknown,
  agentFailed: exitCodes.unknown,
};

interface Shown {
  /** `interactive`: the agent and the person have this terminal. */
  readonly mode: PhaseRequest['mode'];
  readonly format: 'text' | 'json' | 'events';
}

/**
 * Runs a phase for the command line, writes its events in the format asked for, and asks the user at the terminal.
 *
 * @param requestOf makes the request; its warnings are written, too.
 * @throws UsageError
 */
export async function runPhaseHere(
  requestOf: (warn: (text: string) => void) => Promise<PhaseRequest>,
  shown: Shown,
  io: Io,
): Promise<ExitCode> {
  return io.machine.terminal.untilTermination(async (signal) => {
    const { desk, told } = deskOf(shown, io, signal);
    try {
      const outcome = await runPhase(await requestOf(desk.warn), desk);
      if (shown.format === 'json') io.out(`${JSON.stringify({ version: 1, outcome, events: told }, undefined, 2)}\n`);
      return codes[outcome];
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

function deskOf(
  { mode, format }: Shown,
  io: Io,
  signal: AbortSignal,
): { readonly desk: PhaseDesk; readonly told: readonly PhaseEvent[] } {
  const { machine } = io;
  const told: PhaseEvent[] = [];
  const tell = (event: PhaseEvent): void => {
    switch (format) {
      case 'events':
        io.out(`${JSON.stringify(event)}\n`);
        break;
      case 'json':
        if (event.event !== 'condition' && event.event !== 'agentEvent') told.push(event);
        break;
      case 'text':
        io.out(formatPhaseEvent(event));
        if (event.event === 'condition' && io.terminal) io.err(`… ${event.title}\n`);
    }
  };
  const isAttended = io.terminal && machine.terminal.isAttended();
  const desk: PhaseDesk = {
    machine,
    warn: warner(io),
    tell,
    confirm: mode === 'interactive' ? (question) => machine.terminal.confirm(question, signal) : undefined,
    ...(mode === 'interactive' ? { ask: (question: string) => machine.terminal.ask(question, signal) } : {}),
    ...(isAttended && format === 'text'
      ? {
          answer: (_: string, until: AbortSignal, nothing = 'later') =>
            machine.terminal.ask(`Your answer (Enter: ${nothing}): `, until),
        }
      : {}),
    signal,
  };
  return { desk, told };
}
