import type { Machine } from '../workspace/machine.js';
import { openEvidence } from '../gates/evidence/evidenceStore.js';
import { recordedItems } from '../gates/evidence/frozen.js';
import { stateFolder } from '../base/userFolders.js';
import type { GitRepository } from '../workspace/ports.js';
import type { RecordedItems } from '../workspace/recordedItems.js';

/**
 * Reads what the record of a repository says of its items; undefined if it cannot be read.
 *
 * @throws the signal's reason once it is aborted.
 */
export type RecordReader = (repository: GitRepository, signal?: AbortSignal) => Promise<RecordedItems | undefined>;

/** Reads and never writes: what is wrong with the record itself is for gates to say. */
export function createRecordReader(machine: Pick<Machine, 'evidence' | 'places' | 'clock'>): RecordReader {
  return async ({ commonFolder }, signal) => {
    const files = machine.evidence({ folder: commonFolder, state: stateFolder(machine.places) });
    const log = await openEvidence(files, { clock: machine.clock, ...(signal ? { signal } : {}) });
    return 'kind' in log ? undefined : recordedItems(log);
  };
}
