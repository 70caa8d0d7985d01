import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { isErrorCode } from '../../base/errors.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import { makeLogsFolder } from './sessionPlace.js';

/** How long another writer may take, in milliseconds. */
const waitMilliseconds = 10_000;

/** The text of a file beside the sessions; undefined if there is none. @throws the error of the operating system. */
export async function readSharedFile(machine: Machine, file: string): Promise<string | undefined> {
  try {
    return await machine.disk.readFile(file, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Writes a file beside the sessions, whole, while no other process does.
 *
 * @param file absolute.
 * @param change makes the new text of the one that is there, if any.
 * @throws what `change` throws; UsageError where it cannot be written.
 */
export async function changeSharedFile(
  machine: Machine,
  file: string,
  change: (text: string | undefined) => string,
): Promise<void> {
  await makeLogsFolder(machine, path.dirname(file));
  const write = async (): Promise<void> => {
    const before = await readSharedFile(machine, file);
    const text = change(before);
    if (text === before) return;
    const expected = before === undefined ? undefined : contentHash(before);
    const written = await machine.disk.writeAtomically(file, text, expected);
    if (written.kind !== 'written') throw new UsageError(written.message);
  };
  const locked = await machine.withLock(`${file}.lock`, write, { waitMilliseconds });
  if (locked.kind !== 'done') throw new UsageError(locked.message);
}
