import { frozenEntry, recordedItems } from '../../gates/evidence/frozen.js';
import type { EvidenceLog } from '../../gates/evidence/evidenceLog.js';
import type { Verdict } from '../../gates/gate.js';
import type { ItemTrace } from '../../trace/graph.js';

/**
 * Records the spec of an item that may be worked on. What was agreed before stays, until the item was let out: only a
 * person may agree to something else.
 */
export async function freeze(log: EvidenceLog, { id, spec }: ItemTrace, { commit }: Verdict): Promise<void> {
  const known = recordedItems(log).get(id);
  if (!spec || commit === undefined || (known?.agreed && !known.done)) return;
  await log.append(frozenEntry(id, spec, commit));
}
