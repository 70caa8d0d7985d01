import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isErrorCode } from '../base/errors.js';
import { stat } from './quickFiles.js';

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` tries for ever where a file system that holds no
 * folders of ours says that something is missing, as /proc does.
 *
 * @param folder absolute.
 * @param mode of those that are made.
 * @returns those that were made, the outermost first.
 * @throws the error of the operating system.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = folder; !(await isFolder(at)) && at !== path.dirname(at); at = path.dirname(at)) missing.unshift(at);
  const made: string[] = [];
  for (const one of missing)
    try {
      await mkdir(one, mode);
      made.push(one);
    } catch (error) {
      // Another process may have been faster.
      if (!isErrorCode(error, 'EEXIST') || !(await isFolder(one))) throw error;
    }
  return made;
}

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
