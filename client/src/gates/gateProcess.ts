import type { GateEvent } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import type { GateAsking, GateSubject } from './gateAnswer.js';

export interface GateProcess {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** The folder of the project root: absolute. */
  readonly folder: string;
  readonly subject: GateSubject;
  readonly how: GateAsking;
  readonly onEvent: (event: GateEvent) => void;
  readonly signal: AbortSignal;
}

const options: Readonly<Record<GateAsking, readonly string[]>> = {
  recorded: ['--recorded'],
  reuse: [],
  fresh: ['--fresh'],
};

/**
 * Runs a gate in a process of its own.
 *
 * @returns undefined once it has reported its verdict, else why it ended before: what it wrote to standard error.
 */
export async function runGateProcess(run: GateProcess): Promise<string | undefined> {
  const { program, folder, subject, how, onEvent, signal } = run;
  const seen = new Set<string>();
  const { code, errors } = await runCommandLine({
    program,
    args: ['gate', subject.gate, subject.item, '--root', folder, '--format', 'events', ...options[how]],
    folder,
    onLine: (line) => {
      // Written by our own command line, in the shape of protocol.ts.
      const event = JSON.parse(line) as GateEvent;
      seen.add(event.event);
      onEvent(event);
    },
    signal,
  });
  return seen.has('verdict') ? undefined : errors || `pactwright gate: ${code ?? 'SIGTERM'}`;
}
