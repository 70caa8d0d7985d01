import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStamp, FileSystem, FolderListing, ReadOptions, ReadResult } from '../workspace/ports.js';
import { relativePath } from '../base/relativePath.js';
import { turnForSignals } from './termination.js';
import { describeError, isErrorCode } from '../base/errors.js';

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
  list: (folder) => readdir(folder, { withFileTypes: true }).then(toListing, notListed),
  kindOf: (file) => stat(file).then(kindOf, () => undefined),
  realPath: (file) => realpath(file).catch(() => undefined),
};

/** The same for who asks thousands of files, again and again, whether they have changed: an answer by stamp is at once. */
export const stampedFileSystem: FileSystem = { ...fileSystem, stamp: stampOf };

/**
 * Reads at once: for a process that has nothing else to do, which saves it two thirds of the time. Where a folder really is
 * gets looked up once for all files that are read from it in a row.
 */
export const blockingFileSystem: FileSystem = {
  blocking: true,
  turn: turnForSignals,
  read: readAtOnce,
  stamp: stampOf,
  list: (folder) => {
    try {
      return toListing(readdirSync(folder, { withFileTypes: true }));
    } catch (error) {
      return notListed(error);
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

function readAtOnce(file: string, options: ReadOptions): ReadResult {
  const bytes = readPlainFile(file, options);
  if (bytes) return { kind: 'file', bytes };
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
}

let lastFolder: { readonly folder: string; readonly within: string; readonly inside: boolean } | undefined;

/**
 * Reads what nearly every file is, a regular file that no link leads to, in half the calls of the system.
 *
 * @returns undefined if it is anything else, or cannot be read: the caller finds out why.
 */
function readPlainFile(file: string, { within, maxBytes, folders }: ReadOptions): Uint8Array | undefined {
  // Windows cannot open a file without following links.
  if (process.platform === 'win32') return undefined;
  let descriptor: number | undefined;
  try {
    if (!isFolderWithin(folderOf(file), within, folders)) return undefined;
    // A pipe must not make us wait for its writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= maxBytes ? readWhole(descriptor, stats.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** As `path.dirname`, in a tenth of the time. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf(path.sep));
}

/** @throws where there is no such folder. */
function isFolderWithin(folder: string, within: string, folders?: Map<string, boolean>): boolean {
  if (folders) return isKnownWithin(folder, within, folders);
  if (lastFolder?.folder !== folder || lastFolder.within !== within)
    lastFolder = { folder, within, inside: relativePath(within, realpathSync.native(folder)) !== undefined };
  return lastFolder.inside;
}

function isKnownWithin(folder: string, within: string, folders: Map<string, boolean>): boolean {
  const known = folders.get(folder);
  if (known !== undefined) return known;
  const inside = relativePath(within, realpathSync.native(folder)) !== undefined;
  folders.set(folder, inside);
  return inside;
}

const noThrow = { throwIfNoEntry: false } as const;

function stampOf(file: string, { within, maxBytes, folders }: ReadOptions): FileStamp | undefined {
  try {
    if (!isFolderWithin(folderOf(file), within, folders)) return undefined;
    const stats = lstatSync(file, noThrow);
    if (!stats?.isFile() || stats.size > maxBytes) return undefined;
    const { size, mtimeMs, ctimeMs, ino, dev } = stats;
    // Whole numbers are written in half the time; both times are the same unless attributes or names were changed.
    const modified = Math.round(mtimeMs * 1000);
    if (mtimeMs === ctimeMs) return { text: `${size} ${modified} ${ino} ${dev}`, changedAt: ctimeMs };
    const times = `${modified} ${Math.round(ctimeMs * 1000)}`;
    return { text: `${size} ${times} ${ino} ${dev}`, changedAt: Math.max(mtimeMs, ctimeMs) };
  } catch {
    return undefined;
  }
}

/** Small files share their memory: an allocation for each of thousands costs more than reading them. */
const sharedBytes = 256 * 1024;
let shared = Buffer.alloc(0);

function readWhole(descriptor: number, size: number): Uint8Array {
  if (size > shared.length) shared = Buffer.allocUnsafeSlow(Math.max(size, sharedBytes));
  let read = 0;
  for (let more = -1; more !== 0 && read < size; read += more)
    more = readSync(descriptor, shared, read, size - read, null);
  const bytes = shared.subarray(0, read);
  shared = shared.subarray(read);
  return bytes;
}

const danglingLink: ReadResult = { kind: 'error', message: 'it is a link to something that does not exist' };

/** What keeps a file from being read; a pipe or device would block or never end. */
function checkBeforeRead(real: string, stats: Stats, { within, maxBytes }: ReadOptions): ReadResult | undefined {
  if (relativePath(within, real) === undefined) return { kind: 'outside', target: real };
  if (stats.isDirectory()) return { kind: 'directory' };
  if (!stats.isFile()) return { kind: 'error', message: 'it is not a regular file' };
  return stats.size > maxBytes ? { kind: 'tooLarge', size: stats.size } : undefined;
}

function toListing(entries: readonly Dirent[]): FolderListing {
  return {
    entries: entries.map((entry) => ({
      name: entry.name,
      kind: entry.isSymbolicLink() ? 'link' : kindOf(entry),
    })),
  };
}

function notListed(error: unknown): FolderListing {
  return { entries: [], ...(isErrorCode(error, 'ENOENT', 'ENOTDIR') ? {} : { problem: describeError(error) }) };
}

function kindOf(found: Dirent | Stats): 'file' | 'folder' | 'other' {
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}
