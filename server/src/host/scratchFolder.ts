import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeError } from '../base/errors.js';

/** No folder for temporary files can be made: what, why and the way out, as a sentence without full stop. */
class NoScratchFolder extends Error {
  override readonly name = 'NoScratchFolder';
}

/**
 * Makes a folder for temporary files, and removes it with all that is in it once `use` is done.
 *
 * @throws NoScratchFolder; what `use` throws.
 */
export async function withScratchFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeScratchFolder();
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeScratchFolder(): Promise<string> {
  const within = os.tmpdir();
  try {
    return await realpath(await mkdtemp(path.join(within, 'pactwright-')));
  } catch (error) {
    const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
    throw new NoScratchFolder(
      `cannot create a temporary folder in ${within} (${describeError(error)}): set ${variable} to a writable folder`,
    );
  }
}
