import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { createRunGit } from './runGit.js';

const run = createRunGit(120_000, () => undefined);

/**
 * Writes the bytes of a blob to a file, replacing what is there: piece by piece as git prints it, without filters.
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
      let failure: unknown;
      const answer = await run({
        folder,
        args: ['cat-file', 'blob', blob],
        take: (bytes) => {
          try {
            writeFileSync(handle.fd, bytes);
            return true;
          } catch (error) {
            failure = error;
            return false;
          }
        },
        signal,
      });
      if (failure !== undefined) return describeError(failure);
      if (answer.kind !== 'answer') return `git has no blob ${blob}`;
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
