import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { relativePath } from '../../base/relativePath.js';
import type { FolderSize, Occupants, WorktreeDesk } from '../../workspace/worktreePort.js';
import { exists } from '../insideRoot.js';
import { namesIn, readlink, readText, realpath } from '../quickFiles.js';

/** Enough for a worktree with all its dependencies; more is reported as such. */
const mostEntries = 200_000;

/** How much the files of a folder hold. Links are not followed, and what cannot be read is not counted. */
export async function sizeOfFolder(folder: string): Promise<FolderSize> {
  const waiting = [folder];
  let bytes = 0;
  let seen = 0;
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const within = current;
    const entries = await readdir(within, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    const files = entries.filter((entry) => !entry.isDirectory());
    for (const entry of entries) if (entry.isDirectory()) waiting.push(path.join(within, entry.name));
    const sizes = await Promise.all(
      files.map(({ name }) =>
        lstat(path.join(within, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    for (const size of sizes) bytes += size;
    if (seen >= mostEntries) return { bytes, isMore: true };
  }
  return { bytes, isMore: false };
}

/** @see WorktreeDesk.occupancyOf @param commonFolder what all worktrees of the repository share. */
export async function occupancyOf(folder: string, commonFolder: string): ReturnType<WorktreeDesk['occupancyOf']> {
  if (!(await exists(folder))) return 'nothing';
  const names = await namesIn(folder).catch(() => undefined);
  if (!names || (await lstat(folder)).isSymbolicLink()) return 'occupied';
  if (names.length === 0) return 'remains';
  return names.length === 1 && (await leadsNowhere(folder, commonFolder)) ? 'remains' : 'occupied';
}

/** Removes a folder where it has nothing in it that anybody could miss; otherwise nothing happens. */
export async function removeRemains(folder: string, commonFolder: string): Promise<void> {
  if ((await occupancyOf(folder, commonFolder)) !== 'remains') return;
  if (await leadsNowhere(folder, commonFolder)) await unlink(path.join(folder, '.git'));
  // It fails where something has come into it meanwhile.
  await rmdir(folder);
}

/** Whether the `.git` file of a folder names a worktree of the repository that git does not know any more. */
async function leadsNowhere(folder: string, commonFolder: string): Promise<boolean> {
  const text = await readText(path.join(folder, '.git')).catch(() => '');
  const named = /^gitdir: ([^\n]+)\n?$/.exec(text)?.[1];
  if (named === undefined) return false;
  const target = path.resolve(folder, named);
  return relativePath(path.join(commonFolder, 'worktrees'), target) !== undefined && !(await exists(target));
}

/** The path without links, as far as it is there. @param file absolute. */
export async function realOf(file: string): Promise<string> {
  const rest: string[] = [];
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return path.join(real, ...rest);
    if (at === path.dirname(at)) return file;
    rest.unshift(path.basename(at));
  }
}

/**
 * The processes whose working folder is a folder or below it, as far as the system reports them: Linux does, of the user's own.
 *
 * @param processes where the system reports them, a folder for each.
 */
export async function occupantsOf(folder: string, processes = '/proc'): Promise<Occupants> {
  const real = await realOf(folder);
  const within = (place: string): boolean => relativePath(real, place) !== undefined;
  const found = within(process.cwd()) ? ['this command'] : [];
  const workingFolderOf = (id: string): Promise<string | undefined> =>
    readlink(path.join(processes, id, 'cwd')).catch(() => undefined);
  if ((await workingFolderOf(String(process.pid))) === undefined) return { found, areAllKnown: false };
  for (const id of await namesIn(processes).catch(() => [])) {
    if (!/^\d+$/.test(id) || id === String(process.pid)) continue;
    const at = await workingFolderOf(id);
    if (at === undefined || !within(at)) continue;
    const name = await readText(path.join(processes, id, 'comm')).catch(() => '');
    found.push(`process ${id}${name.trim() === '' ? '' : `, ${name.trim()}`}`);
  }
  return { found, areAllKnown: true };
}
