import type { GateName } from '../../gates/gate.js';
import { untouchedSince } from '../agents/beforeWork.js';
import { type AskedGate, askGate } from '../gates/askGate.js';
import { type PhaseDesk } from './phaseDesk.js';
import type { OpenedItem } from '../../project/openItem.js';
import type { PhaseRequest } from './phaseRequest.js';

/** An item of a phase; `opened`: as it is now, where it is open already. */
export type PhaseGate = PhaseRequest & { readonly item: string; readonly opened?: OpenedItem };

/**
 * Asks a gate of the item of a phase, and tells its answer.
 *
 * @param quietly runs nothing, records nothing and tells nothing.
 * @throws UsageError; the signal's reason.
 */
export async function askPhaseGate(
  gate: GateName,
  { item, folder, profile, trustCommands, dryRun, opened }: PhaseGate,
  desk: PhaseDesk,
  { quietly = false } = {},
): Promise<AskedGate> {
  const { machine, signal, tell } = desk;
  const asked = await askGate({
    folder,
    opened,
    gate,
    item,
    profile,
    fresh: false,
    recorded: quietly || dryRun,
    trustCommands,
    untouched: (item) => untouchedSince(machine, item, signal),
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
