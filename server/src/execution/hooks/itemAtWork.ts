import { findItemIds } from '../../documents/itemId.js';
import { recordedItems } from '../../gates/evidence/frozen.js';
import { openRecord } from '../../project/openRecord.js';
import type { Machine } from '../../workspace/machine.js';

/**
 * The item that an agent works on in a folder: the one its branch names, or its session, or the only one that was agreed and is not
 * done. Undefined where none or several fit.
 *
 * @throws UsageError where the record cannot be read.
 */
export async function itemAtWork(
  folder: string,
  { machine, signal }: { readonly machine: Machine; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const repository = await machine.git.repository(folder, signal);
  const refs = repository.kind === 'answer' ? await machine.git.refs(repository.value, signal) : undefined;
  const branch = refs?.kind === 'answer' ? refs.value.head.branch : undefined;
  const [named, ...others] = new Set(findItemIds(branch ?? '').map(({ value }) => value));
  if (named !== undefined) return others.length === 0 ? named : undefined;
  const session = machine.places.env['PACTWRIGHT_ITEM'];
  if (session !== undefined) return session;
  const { log } = await openRecord(machine, folder, signal);
  const open = Array.from(recordedItems(log)).filter(([, { agreed, done }]) => agreed !== undefined && !done);
  return open.length === 1 ? open[0]?.[0] : undefined;
}
