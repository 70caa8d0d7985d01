import type { Machine } from '../workspace/machine.js';
import { openEvidence } from '../gates/evidence/evidenceStore.js';
import { hookedTrees, recordedItems } from '../gates/evidence/frozen.js';
import { stateFolder } from '../base/userFolders.js';
import type { GitRepository } from '../workspace/ports.js';
import type { RecordedItems } from '../workspace/recordedItems.js';
import type { HookedTree } from '../workspace/work/aroundHooks.js';

/** What the record of a repository says. */
export interface ReadRecord {
  readonly items: RecordedItems;
  /** The commits that ran the git hooks, oldest first. */
  readonly hooked: readonly HookedTree[];
}

/**
 * Reads the record of a repository; undefined if it cannot be read.
 *
 * @throws the signal's reason once it is aborted.
 */
export type RecordReader = (repository: GitRepository, signal?: AbortSignal) => Promise<ReadRecord | undefined>;

/** Reads and never writes: what is wrong with the record itself is for gates to say. */
export function createRecordReader(machine: Pick<Machine, 'evidence' | 'places' | 'clock'>): RecordReader {
  return async ({ commonFolder }, signal) => {
    const files = machine.evidence({ folder: commonFolder, state: stateFolder(machine.places) });
    const log = await openEvidence(files, { clock: machine.clock, ...(signal ? { signal } : {}) });
    return 'kind' in log ? undefined : { items: recordedItems(log), hooked: hookedTrees(log) };
  };
}
