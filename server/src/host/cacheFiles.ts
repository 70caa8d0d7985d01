import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CacheFiles } from '../workspace/ports.js';

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
      await rename(temporary, file);
    } catch {
      await unlink(temporary).catch(() => undefined);
    }
  },
  add: (file, text) => appendFile(file, text, { mode: 0o600 }).catch(() => undefined),
};
