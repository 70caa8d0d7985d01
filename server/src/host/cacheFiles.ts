import { randomBytes } from 'node:crypto';
import { access, appendFile, mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CacheFiles } from '../workspace/ports.js';

/** In milliseconds. */
const unusedFor = 30 * 24 * 60 * 60 * 1000;

/**
 * Files that may be lost or damaged at any time: who reads them finds out. So nothing waits until they are safe on disk. They tell of
 * what is in a project, so their owner alone can read them.
 */
export const cacheFiles: CacheFiles = {
  read: (file) => readFile(file, 'utf8').catch(() => undefined),
  write: async (file, text) => {
    const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
      const isNew = await access(file).then(
        () => false,
        () => true,
      );
      await rename(temporary, file);
      if (isNew) await removeUnused(path.dirname(file));
    } catch {
      await unlink(temporary).catch(() => undefined);
    }
  },
  add: (file, text) => appendFile(file, text, { mode: 0o600 }).catch(() => undefined),
};

/** Removes what earlier builds and projects that are gone left in a folder, so that a new file does not make the cache grow forever. */
async function removeUnused(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isFile() && (await stat(file)).mtimeMs < Date.now() - unusedFor)
      await unlink(file).catch(() => undefined);
  }
}
