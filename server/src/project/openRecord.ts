import type { Machine } from '../workspace/machine.js';
import type { EvidenceStore } from '../gates/evidence/evidenceStore.js';
import { openLog, recordFolder, recordOwner } from './openLog.js';
import { UsageError } from '../base/usageError.js';
import { findTargets } from './lintTargets.js';

export interface OpenedRecord {
  /** The folder the record belongs to. Absolute. @see recordOwner */
  readonly folder: string;
  readonly log: EvidenceStore;
}

/**
 * Opens the record of the repository that a folder is in, or of the project there, where there is no git.
 *
 * @param asked absolute.
 * @throws UsageError if there is neither, or the record cannot be read; the signal's reason once it is aborted.
 */
export async function openRecord(machine: Machine, asked: string, signal: AbortSignal): Promise<OpenedRecord> {
  const { targets } = await findTargets(asked, [], machine.files);
  const project = targets[0]?.root ?? asked;
  const answer = await machine.git.repository(project, signal);
  if (answer.kind === 'failed') throw new UsageError(answer.message);
  const repository = answer.kind === 'answer' ? answer.value : undefined;
  const folder = await recordFolder(machine, project, repository);
  const log = await openLog(machine, folder, signal);
  return { folder: recordOwner(machine.disk, project, repository), log };
}
