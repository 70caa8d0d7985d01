import type { GateName } from '../../gates/gate.js';
import { type AskedGate, askGate } from '../gates/askGate.js';
import { type PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

/**
 * Asks a gate of the item of a phase, and tells its answer.
 *
 * @param quietly runs nothing, records nothing and tells nothing.
 * @throws UsageError; the signal's reason.
 */
export async function askPhaseGate(
  gate: GateName,
  { item, folder, profile, trustCommands, dryRun }: PhaseRequest & { readonly item: string },
  desk: PhaseDesk,
  { quietly = false } = {},
): Promise<AskedGate> {
  const { machine, signal, tell } = desk;
  const asked = await askGate({
    folder,
    gate,
    item,
    profile,
    fresh: false,
    recorded: quietly || dryRun,
    trustCommands,
    machine,
    signal,
    onEvent: (event) => {
      if (!quietly && event.event === 'condition') tell({ event: 'condition', title: event.title });
    },
    warn: desk.warn,
  });
  if (!quietly) tell({ event: 'gate', verdict: asked.verdict });
  return asked;
}
