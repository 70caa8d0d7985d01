import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { type EvidenceStore, openEvidence } from '../gates/evidence/evidenceStore.js';
import { describeError } from '../base/errors.js';
import { createEvidenceFiles } from '../host/evidenceFiles.js';
import { makeFolder } from '../host/makeFolder.js';
import { cacheFolder, stateFolder, type UserPlaces } from '../base/userFolders.js';
import type { GitRepository } from '../workspace/ports.js';
import { UsageError } from '../base/usageError.js';

export interface OpenLogOptions {
  /** Where the record is. @see recordFolder */
  readonly folder: string;
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
export async function openLog({ folder, places, clock, signal }: OpenLogOptions): Promise<EvidenceStore> {
  const opened = await openEvidence(createEvidenceFiles({ folder, state: stateFolder(places) }), { clock, signal });
  if ('kind' in opened) throw new UsageError(opened.message);
  return opened;
}

/**
 * The folder that holds the record: git's own, which all worktrees share; without git one in the user's cache folder, which is made.
 *
 * @param root of the project: absolute.
 */
export async function recordFolder(
  root: string,
  repository: GitRepository | undefined,
  places: UserPlaces,
): Promise<string> {
  const folder = recordPlace(root, repository, places);
  if (!repository)
    await makeFolder(folder, 0o700).catch(
      unusable('what is recorded here', folder, 'XDG_CACHE_HOME', ' and two could write at once'),
    );
  return folder;
}

/** Where that folder is, whether there or not. @param root of the project: absolute. */
export function recordPlace(root: string, repository: GitRepository | undefined, places: UserPlaces): string {
  const owner = recordOwner(root, repository);
  if (repository) return owner;
  const name = createHash('sha256').update(owner).digest('hex').slice(0, 32);
  return path.join(cacheFolder(places), 'projects', name);
}

/**
 * What lock, record, sessions and approvals are known by: git's own folder, which all worktrees share; without git the project root
 * with all links followed, as it is the same project whichever way leads to it.
 *
 * @param root of the project: absolute.
 */
export function recordOwner(root: string, repository: GitRepository | undefined): string {
  if (repository) return repository.commonFolder;
  try {
    return realpathSync.native(root);
  } catch {
    return root;
  }
}

/**
 * Makes the user's state folder, where it is missing, so that nothing is run whose result could not be recorded.
 *
 * @throws UsageError where it can be neither made nor written.
 */
export async function makeStateFolder(places: UserPlaces): Promise<void> {
  const folder = stateFolder(places);
  const make = async (): Promise<void> => {
    await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK);
  };
  await make().catch(unusable('what this machine knows of records', folder, 'PACTWRIGHT_STATE'));
}

function unusable(what: string, folder: string, variable: string, also = ''): (error: unknown) => never {
  return (error) => {
    throw new UsageError(
      `${folder}, where ${what} is kept, cannot be written (${describeError(error)}), so nothing a gate finds would count${also}: set ${variable} to a folder that can`,
    );
  };
}
