import path from 'node:path';
import { orRefused } from '../../operations/orRefused.js';
import type { Machine } from '../../workspace/machine.js';
import { snapshotRef } from './snapshot.js';

/** A linked worktree that may be gone. */
interface Wanted {
  /** In it; absolute. */
  readonly folder: string;
  /** What all worktrees of the repository share; absolute. */
  readonly common: string;
  /** A snapshot of it. */
  readonly snapshot: string;
}

/** Makes a linked worktree one again whose folder, whose `.git` or whose entry in the repository was removed; its files are not restored. */
export async function reviveWorktree(machine: Machine, wanted: Wanted, signal: AbortSignal): Promise<void> {
  const { folder, common, snapshot } = wanted;
  const { disk } = machine;
  if (!(await disk.exists(path.join(common, 'HEAD')))) return;
  const git = async (...args: readonly string[]): Promise<string> =>
    orRefused(await machine.runGit(common, args, signal, { acts: true }));
  const listed = (await git('worktree', 'list', '--porcelain', '-z')).split('\0');
  const known = listed
    .flatMap((line) => (line.startsWith('worktree ') ? [line.slice('worktree '.length)] : []))
    .filter((top) => top === folder || folder.startsWith(`${top}${path.sep}`))
    .reduce((best, top) => (top.length > best.length ? top : best), '');
  const top = known === '' ? folder : known;
  if (await disk.exists(path.join(top, '.git'))) return;
  await disk.makeFolder(top);
  if (known !== '') {
    await git('worktree', 'repair');
    return;
  }
  // Git creates none in a folder that holds something.
  const beside = `${top}.restoring`;
  await git('worktree', 'add', '--no-checkout', '--detach', beside, snapshotRef(snapshot));
  await disk.rename(path.join(beside, '.git'), path.join(top, '.git'));
  await disk.rm(beside, { recursive: true, force: true });
  await git('worktree', 'repair', top);
}
