import { itemFacts, projectFacts, verdictFacts } from '../../agents/playbooks/itemFacts.js';
import type { PlaybookFacts } from '../../agents/playbooks/facts.js';
import { type GateName, gateNames } from '../../gates/gate.js';
import type { Work } from '../../workspace/work/work.js';
import { type OpenedItem, openItem } from '../../project/openItem.js';
import { recordOf } from '../gates/itemWork.js';
import { askPhaseGate } from './askPhaseGate.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

/** Reads an item with all that is known of it. @throws UsageError */
export function openPhaseItem(folder: string, item: string, desk: PhaseDesk): Promise<OpenedItem> {
  return openItem(desk.machine, folder, item, desk.warn);
}

/** The facts of an item for a playbook. @param work what it changed, where that is known. */
export function readItemFacts({ trace, item, findings, index }: OpenedItem, work: Work | undefined): PlaybookFacts {
  const configuration = index.configuration().value;
  return {
    ...projectFacts(trace, configuration, () => false),
    ...itemFacts({ trace, item, findings, configuration, work }),
  };
}

/** The gates that judge work; what one of them refused last is what the next round is about. */
const judging: ReadonlySet<string> = new Set(['act-out', 'check', 'done'] satisfies readonly GateName[]);

/** What the last gate that judged the item's work refused, as it is now and without running anything; nothing if it let it pass. */
export async function lastRefusal(opened: OpenedItem, request: PhaseRequest, desk: PhaseDesk): Promise<PlaybookFacts> {
  const { id } = opened.item;
  const log = await recordOf(opened, desk);
  const last = log.records.findLast(
    ({ entry }) => entry.kind === 'verdict' && entry.item === id && judging.has(entry.gate),
  );
  if (last?.entry.kind !== 'verdict' || last.entry.answer !== 'refused') return {};
  const { gate: wanted } = last.entry;
  const gate = gateNames.find((name) => name === wanted);
  if (!gate) return {};
  const asked = { ...request, item: id, folder: opened.root, opened };
  const { verdict } = await askPhaseGate(gate, asked, desk, { quietly: true });
  return verdict.answer === 'refused' ? verdictFacts(verdict) : {};
}
