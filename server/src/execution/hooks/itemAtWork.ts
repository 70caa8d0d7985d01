import { findItemIds } from '../../documents/itemId.js';
import { recordedItems } from '../../gates/evidence/frozen.js';
import { openRecord } from '../../project/openRecord.js';
import type { Machine } from '../../workspace/machine.js';

interface Desk {
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

/** @see findItemAtWork */
export async function itemAtWork(folder: string, desk: Desk): Promise<string | undefined> {
  return (await findItemAtWork(folder, desk))?.id;
}

/**
 * The item that an agent works on in a folder: the one its branch names, or its session, or the only one that was agreed and is not
 * done, which is a guess: a person may work on something else there. Undefined if none or several fit.
 *
 * @throws UsageError if the record cannot be read.
 */
export async function findItemAtWork(
  folder: string,
  { machine, signal }: Desk,
): Promise<{ readonly id: string; readonly isGuess: boolean } | undefined> {
  const repository = await machine.git.repository(folder, signal);
  const refs = repository.kind === 'answer' ? await machine.git.refs(repository.value, signal) : undefined;
  const branch = refs?.kind === 'answer' ? refs.value.head.branch : undefined;
  const [named, ...others] = new Set(findItemIds(branch ?? '').map(({ value }) => value));
  if (named !== undefined) return others.length === 0 ? { id: named, isGuess: false } : undefined;
  const session = machine.places.env['PACTWRIGHT_ITEM'];
  if (session !== undefined) return { id: session, isGuess: false };
  const { log } = await openRecord(machine, folder, signal);
  const open = Array.from(recordedItems(log)).filter(([, { agreed, done }]) => agreed !== undefined && !done);
  const [only, ...more] = open;
  return only && more.length === 0 ? { id: only[0], isGuess: true } : undefined;
}
