import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { environment } from './runGit.js';

/**
 * Writes the bytes of a blob to a file, in place of what is there: git writes to the file itself, so that no byte is taken for text and
 * no filter is applied.
 *
 * @param folder in the repository; absolute.
 * @param file absolute; its folder is made where it is missing.
 * @returns why it was not written, as half a sentence; then what was there stays.
 */
export async function writeBlob(
  folder: string,
  blob: string,
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const temporary = path.join(path.dirname(file), `.pactwright.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(temporary, 'wx');
    try {
      const child = spawn('git', ['cat-file', 'blob', blob], {
        cwd: folder,
        env: environment(),
        stdio: ['ignore', handle.fd, 'ignore'],
        signal,
      });
      const [code] = (await once(child, 'close')) as [number | null]; // as Node documents the event
      if (code !== 0) return `git has no blob ${blob}`;
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return describeError(error);
  } finally {
    await rm(temporary, { force: true });
  }
}
