import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GitRepository } from '../../workspace/ports.js';
import { isErrorCode } from '../../base/errors.js';
import { readPlainIndex } from './plainIndex.js';

/** Whether the index may mark files as not to be looked at, or name submodules; starts no process. */
export async function mayBeMarked({ gitFolder }: Pick<GitRepository, 'gitFolder'>): Promise<boolean> {
  try {
    return !readPlainIndex(await readFile(path.join(gitFolder, 'index')));
  } catch (error) {
    return !isErrorCode(error, 'ENOENT');
  }
}
