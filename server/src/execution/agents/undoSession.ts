import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import { readSnapshot, restoreSnapshot } from '../snapshots/restoreSnapshot.js';
import { undoOf } from '../snapshots/snapshot.js';

/** What became of an undo. */
export interface Undone {
  /** What brings back what was there before it. */
  readonly undo: string;
  /** Files that could not be written, each with why. */
  readonly failures: readonly string[];
}

/**
 * Puts the worktree of a folder back as it was before an agent's session.
 *
 * @param folder absolute.
 * @param name of a session, or of what an undo has kept.
 * @throws UsageError where there is no snapshot of it; Refused where git fails.
 */
export async function undoSession(
  machine: Machine,
  folder: string,
  name: string,
  signal: AbortSignal,
): Promise<Undone> {
  const repository = await machine.git.repository(folder, signal);
  if (repository.kind !== 'answer') throw new UsageError(`nothing can be undone without git: ${repository.message}`);
  const snapshot = await readSnapshot(machine, repository.value, name, signal);
  if (!snapshot)
    throw new UsageError(`there is no snapshot of ${name}: \`pactwright agent sessions --all\` lists the sessions`);
  const undo = undoOf(name);
  const failures = await restoreSnapshot(machine, repository.value, snapshot, undo, signal);
  return { undo, failures };
}
