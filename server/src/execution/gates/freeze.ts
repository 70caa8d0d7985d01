import { frozenEntry, recordedItems } from '../../gates/evidence/frozen.js';
import type { EvidenceLog } from '../../gates/evidence/evidenceLog.js';
import type { GateContext } from '../../gates/condition.js';
import { beginningOf } from '../../gates/support/beginning.js';
import type { GitAnswer } from '../../workspace/ports.js';
import type { Work } from '../../workspace/work/work.js';

/**
 * Records the spec and the scenarios of an item that may be worked on. What was agreed before stays, until the item was let out: only a
 * person may agree to something else.
 */
export async function freeze(
  log: EvidenceLog,
  context: Pick<GateContext, 'item' | 'trace' | 'configuration'>,
  work: GitAnswer<Work>,
): Promise<void> {
  const { id, spec, testCases } = context.item;
  const known = recordedItems(log).get(id);
  if (!spec || work.kind !== 'answer' || (known?.agreed && !known.done)) return;
  // What was let out was looked at.
  const base = known?.done === true ? work.value.head : beginningOf(context, work.value);
  await log.append(frozenEntry(id, spec, testCases, base));
}
