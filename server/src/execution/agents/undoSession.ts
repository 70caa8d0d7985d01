import path from 'node:path';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { readSnapshot, restoreSnapshot } from '../snapshots/restoreSnapshot.js';
import { mainCheckout } from '../snapshots/mainCheckout.js';
import { reviveWorktree } from '../snapshots/reviveWorktree.js';
import { mainOf, type Snapshot, undoOf } from '../snapshots/snapshot.js';

/** What became of an undo. */
export interface Undone {
  /** The folders that are as they were; absolute. */
  readonly folders: readonly string[];
  /** What brings back what was there before it. */
  readonly undo: string;
  /** Files that could not be written, each with why. */
  readonly failures: readonly string[];
  /** What is gone and in no snapshot; absolute. */
  readonly missing: readonly string[];
}

interface WhatToUndo {
  /** Whether the main checkout has lost something, too. */
  readonly hasLostBeside?: boolean | undefined;
  /** What all worktrees of the repository share, absolute: then the folder may be gone. */
  readonly common?: string;
}

/**
 * Restores the worktree of a folder to its state before an agent's session, and the main checkout if that has lost something, too.
 *
 * @param folder absolute.
 * @param name of a session, or of what an undo has kept.
 * @throws UsageError if there is no snapshot of it; Refused if git fails.
 */
export async function undoSession(
  machine: Machine,
  folder: string,
  name: string,
  signal: AbortSignal,
  { hasLostBeside = false, common }: WhatToUndo = {},
): Promise<Undone> {
  if (common !== undefined) await reviveWorktree(machine, { folder, common, snapshot: name }, signal);
  const repository = await machine.git.repository(folder, signal);
  if (repository.kind !== 'answer') throw new UsageError(`nothing can be undone without git: ${repository.message}`);
  const snapshot = await readSnapshot(machine, repository.value, name, signal);
  if (!snapshot)
    throw new UsageError(`there is no snapshot of ${name}: \`pactwright agent sessions --all\` lists the sessions`);
  const undo = undoOf(name);
  const failures = await restoreSnapshot(machine, repository.value, snapshot, undo, signal);
  const missing = await missingOf(machine, repository.value, snapshot);
  const main = hasLostBeside ? await mainCheckout(machine, repository.value, signal) : undefined;
  const beside = main && (await readSnapshot(machine, main, mainOf(name), signal));
  if (!main || !beside) return { folders: [folder], undo, failures, missing };
  const more = await restoreSnapshot(machine, main, beside, mainOf(undo), signal);
  return {
    folders: [folder, main.top],
    undo,
    failures: [...failures, ...more],
    missing: [...missing, ...(await missingOf(machine, main, beside))],
  };
}

/** What was there, is gone, and was too large for the snapshot or ignored as a whole. */
async function missingOf({ disk }: Machine, { top }: GitRepository, { note }: Snapshot): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { path: file } of note.beyond) {
    const absolute = path.join(top, file);
    if (!(await disk.exists(absolute))) missing.push(absolute);
  }
  return missing;
}
