import { randomBytes } from 'node:crypto';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import type { CacheFiles } from '../workspace/ports.js';
import * as quick from './quickFiles.js';

/** In milliseconds. */
const unusedFor = 30 * 24 * 60 * 60 * 1000;

type CacheDisk = Pick<
  typeof quick,
  'access' | 'appendFile' | 'lstat' | 'mkdir' | 'namesIn' | 'readText' | 'rename' | 'unlink' | 'writeFile'
>;

/** For processes that answer requests meanwhile. */
export const cacheFiles = cacheFilesOn({
  access: (file) => disk.access(file),
  appendFile: (file, text, options) => disk.appendFile(file, text, options),
  lstat: (file) => disk.lstat(file),
  mkdir: (folder, options) => disk.mkdir(folder, options),
  namesIn: (folder) => disk.readdir(folder),
  readText: (file) => disk.readFile(file, 'utf8'),
  rename: (from, to) => disk.rename(from, to),
  unlink: (file) => disk.unlink(file),
  writeFile: (file, text, options) => disk.writeFile(file, text, options),
});

/** For the command line, which reads at once, too: most runs then need not load what hands work to other threads. */
export const cacheFilesAtOnce = cacheFilesOn(quick);

/**
 * Files that may be lost or damaged at any time: who reads them finds out. So nothing waits until they are safe on disk. They tell of
 * what is in a project, so their owner alone can read them.
 */
function cacheFilesOn(on: CacheDisk): CacheFiles {
  return {
    read: (file) => on.readText(file).catch(() => undefined),
    write: async (file, text) => {
      const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        await on.mkdir(path.dirname(file), { recursive: true });
        await on.writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
        const isNew = await on.access(file).then(
          () => false,
          () => true,
        );
        await on.rename(temporary, file);
        if (isNew) await removeUnused(path.dirname(file), on);
      } catch {
        await on.unlink(temporary).catch(() => undefined);
      }
    },
    add: (file, text) => on.appendFile(file, text, { mode: 0o600 }).catch(() => undefined),
  };
}

/** Removes what earlier builds and projects that are gone left in a folder, so that a new file does not make the cache grow forever. */
async function removeUnused(folder: string, on: CacheDisk): Promise<void> {
  for (const name of await on.namesIn(folder)) {
    const file = path.join(folder, name);
    try {
      const stats = await on.lstat(file);
      if (stats.isFile() && stats.mtimeMs < Date.now() - unusedFor) await on.unlink(file);
    } catch {
      // Another process has just removed it.
    }
  }
}
