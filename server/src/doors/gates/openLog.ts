import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type EvidenceStore, openEvidence } from '../../gates/evidence/evidenceStore.js';
import { createEvidenceFiles } from '../../host/evidenceFiles.js';
import { cacheFolder, stateFolder, type UserPlaces } from '../../workspace/userFolders.js';
import type { GitRepository } from '../../workspace/ports.js';
import { UsageError } from '../cli/io.js';

export interface OpenLogOptions {
  /** The project root: absolute. */
  readonly root: string;
  /** Undefined where there is none: then the record is kept in the user's cache folder. */
  readonly repository: GitRepository | undefined;
  readonly places: UserPlaces;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/**
 * Opens the record that all worktrees of a repository share.
 *
 * @throws UsageError where it cannot be read: a gate without its record would ask for less.
 */
export async function openLog({ root, repository, places, clock, signal }: OpenLogOptions): Promise<EvidenceStore> {
  const folder = repository?.commonFolder ?? (await folderWithoutGit(root, places));
  const opened = await openEvidence(createEvidenceFiles({ folder, state: stateFolder(places) }), { clock, signal });
  if ('kind' in opened) throw new UsageError(opened.message);
  return opened;
}

async function folderWithoutGit(root: string, places: UserPlaces): Promise<string> {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  const folder = path.join(cacheFolder(places), 'projects', name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
