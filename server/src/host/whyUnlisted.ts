import { opendir } from 'node:fs/promises';
import { describeError, isErrorCode } from '../base/errors.js';

/**
 * Why a folder cannot be listed, as half a sentence; undefined where it can, or there is none.
 *
 * @param folder absolute.
 */
export async function whyUnlisted(folder: string): Promise<string | undefined> {
  try {
    await (await opendir(folder)).close();
    return undefined;
  } catch (error) {
    return isErrorCode(error, 'ENOENT', 'ENOTDIR') ? undefined : describeError(error);
  }
}
