import type { Operation } from '../../operations/operation.js';
import { askGates } from '../operations/askGates.js';
import { carryOut } from '../operations/carryOut.js';
import type { CarriedOut } from '../../operations/operation.js';
import { type PhaseDesk } from './phaseDesk.js';

/**
 * Carries an operation out as the command line does.
 *
 * @param profile of the gates it asks; undefined: the one the configuration names.
 * @throws Refused; UsageError; the signal's reason.
 */
export function callOperation(
  desk: PhaseDesk,
  folder: string,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  profile?: string,
): Promise<CarriedOut> {
  const { machine, signal, tell } = desk;
  const warn = desk.warn;
  return carryOut({
    operation,
    input,
    folder,
    dryRun: false,
    machine,
    signal,
    askGates: (gates, root) =>
      askGates(gates, root, {
        machine,
        signal,
        profile,
        warn,
        onEvent: (event) => {
          if (event.event === 'condition') tell({ event: 'condition', title: event.title });
        },
      }),
    onWait: (message) => {
      warn(`waits: ${message}`);
    },
  });
}
