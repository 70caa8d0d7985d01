import type { Disk, Machine } from '../workspace/machine.js';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { type EvidenceStore, openEvidence } from '../gates/evidence/evidenceStore.js';
import { describeError } from '../base/errors.js';
import { cacheFolder, stateFolder } from '../base/userFolders.js';
import type { GitRepository } from '../workspace/ports.js';
import { UsageError } from '../base/usageError.js';

/**
 * Opens the record that all worktrees of a repository share.
 *
 * @param folder where the record is. @see recordFolder
 * @throws UsageError if it cannot be read: a gate without its record would ask for less.
 */
export async function openLog(machine: Machine, folder: string, signal: AbortSignal): Promise<EvidenceStore> {
  const opened = await openEvidence(machine.evidence({ folder, state: stateFolder(machine.places) }), {
    clock: machine.clock,
    signal,
  });
  if ('kind' in opened) throw new UsageError(opened.message);
  return opened;
}

/**
 * The folder that holds the record: git's own, which all worktrees share; without git one in the user's cache folder, which is made.
 *
 * @param root of the project: absolute.
 */
export async function recordFolder(
  machine: Pick<Machine, 'disk' | 'places'>,
  root: string,
  repository: GitRepository | undefined,
): Promise<string> {
  const folder = recordPlace(machine, root, repository);
  if (!repository)
    await machine.disk
      .makeFolder(folder, 0o700)
      .catch(unusable('what is recorded here', folder, 'XDG_CACHE_HOME', ' and two could write at once'));
  return folder;
}

/** Where that folder is, whether there or not. @param root of the project: absolute. */
export function recordPlace(
  machine: Pick<Machine, 'disk' | 'places'>,
  root: string,
  repository: GitRepository | undefined,
): string {
  const owner = recordOwner(machine.disk, root, repository);
  if (repository) return owner;
  const name = createHash('sha256').update(owner).digest('hex').slice(0, 32);
  return path.join(cacheFolder(machine.places), 'projects', name);
}

/**
 * What lock, record, sessions and approvals are known by: git's own folder, which all worktrees share; without git the project root
 * with all links followed, as it is the same project whichever way leads to it.
 *
 * @param root of the project: absolute.
 */
export function recordOwner(
  disk: Pick<Disk, 'realPathNow'>,
  root: string,
  repository: GitRepository | undefined,
): string {
  if (repository) return repository.commonFolder;
  try {
    return disk.realPathNow(root);
  } catch {
    return root;
  }
}

/**
 * Makes the user's state folder, where it is missing, so that nothing is run whose result could not be recorded.
 *
 * @throws UsageError if it can be neither made nor written.
 */
export async function makeStateFolder({ disk, places }: Pick<Machine, 'disk' | 'places'>): Promise<void> {
  const folder = stateFolder(places);
  const make = async (): Promise<void> => {
    await disk.makeFolder(folder, 0o700);
    await disk.access(folder, disk.constants.W_OK);
  };
  await make().catch(unusable('this machine’s state of the records', folder, 'PACTWRIGHT_STATE'));
}

function unusable(what: string, folder: string, variable: string, also = ''): (error: unknown) => never {
  return (error) => {
    throw new UsageError(
      `${folder}, where ${what} is kept, cannot be written (${describeError(error)}), so gate results could not be stored${also}: set ${variable} to a writable folder`,
    );
  };
}
