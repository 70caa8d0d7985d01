import path from 'node:path';
import { relativePath } from '../base/relativePath.js';
import { isErrorCode } from '../base/errors.js';
import { lstat, realpath } from './quickFiles.js';

/**
 * Where a path below a root is, where all folders on the way that are there lie in the root once links are followed.
 *
 * @param root absolute.
 * @returns the absolute path; undefined if it leads out.
 * @throws the error of the operating system.
 */
export async function insideRoot(root: string, relative: string): Promise<string | undefined> {
  const realRoot = await realpath(root);
  const file = path.join(root, ...relative.split('/'));
  if (!relativePath(root, file)) return undefined;
  for (let at = file; ; at = path.dirname(at)) {
    const real = await realpath(at).catch((error: unknown) => {
      if (isErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (real !== undefined) return relativePath(realRoot, real) === undefined ? undefined : file;
    // A link that leads nowhere: what is written would come into being at its other end.
    if (await exists(at)) return undefined;
  }
}

/** Whether there is something of that name, even a broken link. */
export async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => {
      if (isErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    },
  );
}
