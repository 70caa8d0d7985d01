import os from 'node:os';
import path from 'node:path';
import type { EvidenceStore } from '../gates/evidence/evidenceStore.js';
import { blockingFileSystem as files } from '../host/fileSystem.js';
import { git } from '../host/git.js';
import { openLog, recordFolder, recordOwner } from './openLog.js';
import type { Io } from '../doors/cli/io.js';
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
 * @param root as given: relative to the current folder, or absolute; undefined: the current folder.
 * @throws UsageError where there is neither, or the record cannot be read; the signal's reason once it is aborted.
 */
export async function openRecord(
  root: string | undefined,
  { cwd, env, now }: Pick<Io, 'cwd' | 'env' | 'now'>,
  signal: AbortSignal,
): Promise<OpenedRecord> {
  const asked = path.resolve(cwd, root ?? '.');
  const { targets } = await findTargets(asked, [], files);
  const project = targets[0]?.root ?? asked;
  const answer = await git.repository(project, signal);
  if (answer.kind === 'failed') throw new UsageError(answer.message);
  const repository = answer.kind === 'answer' ? answer.value : undefined;
  const places = { env, platform: process.platform, home: os.homedir() };
  const folder = await recordFolder(project, repository, places);
  const log = await openLog({ folder, places, clock: now, signal });
  return { folder: recordOwner(project, repository), log };
}
