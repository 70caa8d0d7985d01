import { readdirSync, readFileSync, realpathSync, statSync, lstatSync, type Dirent, type Stats } from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { FileSystem, FolderEntry, ReadOptions, ReadResult } from '../workspace/ports.js';
import { relativePath } from '../workspace/relativePath.js';
import { describeError, isErrorCode } from './errors.js';

/** Reads without ever blocking the event loop: for processes that answer requests meanwhile. */
export const fileSystem: FileSystem = {
  read: async (file, options) => {
    try {
      const real = await realpath(file);
      return checkBeforeRead(real, await stat(real), options) ?? { kind: 'file', bytes: await readFile(real) };
    } catch (error) {
      if (!isErrorCode(error, 'ENOENT', 'ENOTDIR')) return { kind: 'error', message: describeError(error) };
      return lstat(file).then(
        () => danglingLink,
        () => ({ kind: 'missing' }),
      );
    }
  },
  list: (folder) => readdir(folder, { withFileTypes: true }).then(toEntries, () => []),
  kindOf: (file) => stat(file).then(kindOf, () => undefined),
  realPath: (file) => realpath(file).catch(() => undefined),
};

/** Reads at once: for a process that has nothing else to do, which saves it two thirds of the time. */
export const blockingFileSystem: FileSystem = {
  blocking: true,
  read: (file, options) => {
    try {
      const real = realpathSync.native(file);
      return checkBeforeRead(real, statSync(real), options) ?? { kind: 'file', bytes: readFileSync(real) };
    } catch (error) {
      if (!isErrorCode(error, 'ENOENT', 'ENOTDIR')) return { kind: 'error', message: describeError(error) };
      try {
        lstatSync(file);
        return danglingLink;
      } catch {
        return { kind: 'missing' };
      }
    }
  },
  list: (folder) => {
    try {
      return toEntries(readdirSync(folder, { withFileTypes: true }));
    } catch {
      return [];
    }
  },
  kindOf: (file) => {
    try {
      return kindOf(statSync(file));
    } catch {
      return undefined;
    }
  },
  realPath: (file) => {
    try {
      return realpathSync.native(file);
    } catch {
      return undefined;
    }
  },
};

const danglingLink: ReadResult = { kind: 'error', message: 'it is a link to something that does not exist' };

/** What keeps a file from being read; a pipe or device would block or never end. */
function checkBeforeRead(real: string, stats: Stats, { within, maxBytes }: ReadOptions): ReadResult | undefined {
  if (relativePath(within, real) === undefined) return { kind: 'outside', target: real };
  if (stats.isDirectory()) return { kind: 'directory' };
  if (!stats.isFile()) return { kind: 'error', message: 'it is no regular file' };
  return stats.size > maxBytes ? { kind: 'tooLarge', size: stats.size } : undefined;
}

function toEntries(entries: readonly Dirent[]): FolderEntry[] {
  return entries.map((entry) => ({
    name: entry.name,
    kind: entry.isSymbolicLink() ? 'link' : kindOf(entry),
  }));
}

function kindOf(found: Dirent | Stats): 'file' | 'folder' | 'other' {
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}
