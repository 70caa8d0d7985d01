import { openEvidence } from '../gates/evidence/evidenceStore.js';
import { recordedItems } from '../gates/evidence/frozen.js';
import { createEvidenceFiles } from '../host/evidenceFiles.js';
import { stateFolder, type UserPlaces } from '../base/userFolders.js';
import type { GitRepository } from '../workspace/ports.js';
import type { RecordedItems } from '../workspace/recordedItems.js';

/**
 * Reads what the record of a repository says of its items; undefined where it cannot be read.
 *
 * @throws the signal's reason once it is aborted.
 */
export type RecordReader = (repository: GitRepository, signal?: AbortSignal) => Promise<RecordedItems | undefined>;

/** Reads and never writes: what is wrong with the record itself is for gates to say. */
export function createRecordReader(places: UserPlaces): RecordReader {
  return async ({ commonFolder }, signal) => {
    const files = createEvidenceFiles({ folder: commonFolder, state: stateFolder(places) });
    const log = await openEvidence(files, { clock: Date.now, ...(signal ? { signal } : {}) });
    return 'kind' in log ? undefined : recordedItems(log);
  };
}
