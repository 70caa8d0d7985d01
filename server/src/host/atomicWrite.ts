import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  type FileHandle,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { contentHash } from '../base/contentHash.js';
import { isUnfinished, unfinishedName } from '../base/leftoverWrite.js';
import { describeError, isErrorCode } from '../base/errors.js';
import type { WriteResult } from '../workspace/machine.js';

/** No write takes this long: a temporary file that is older, in milliseconds, is of a process that was killed. */
const longestWrite = 10 * 60_000;

/**
 * Replaces a file whole or not at all: a temporary file beside it takes the text and is renamed over it once it is on disk. The
 * file's mode stays, a link stays a link, and what is read-only is left alone. What a process that was killed has left of such a
 * file is taken away by a later write. The text is written as it is: line ends and byte order mark are the caller's.
 *
 * @param file absolute; its folder must exist.
 * @param expected the `contentHash` the file must still have; undefined if there must be no file yet.
 */
export async function writeAtomically(file: string, text: string, expected: string | undefined): Promise<WriteResult> {
  let temporary: string | undefined;
  try {
    const target = await realpath(file).catch(() => file);
    if ((await currentHash(target)) !== expected) return changed(file, expected);
    const mode = expected === undefined ? undefined : (await stat(target)).mode & 0o7777;
    // A rename would replace it anyway.
    if (mode !== undefined && !(await isWritable(target, mode))) return readOnly(file);
    temporary = path.join(path.dirname(target), unfinishedName(path.basename(target), randomBytes(6).toString('hex')));
    await writeAndSync(await open(temporary, 'wx', mode ?? 0o666), text);
    // `open` takes the process's umask off the mode.
    if (mode !== undefined) await chmod(temporary, mode);
    if ((await currentHash(target)) !== expected) return changed(file, expected);
    await rename(temporary, target);
    temporary = undefined;
    await syncFolder(path.dirname(target));
    await removeLeftovers(target);
    return { kind: 'written' };
  } catch (error) {
    return { kind: 'failed', message: `${file} cannot be written: ${describeError(error)}` };
  } finally {
    if (temporary !== undefined) await unlink(temporary).catch(() => undefined);
  }
}

/**
 * Deletes a file; of a link, the link. What is read-only is left alone.
 *
 * @param file absolute.
 * @param expected the `contentHash` the file must still have.
 */
export async function deleteUnchanged(file: string, expected: string): Promise<WriteResult> {
  try {
    if ((await currentHash(file)) !== expected) return changed(file, expected);
    if (!(await isWritable(file, (await stat(file)).mode))) return readOnly(file);
    await unlink(file);
    await syncFolder(path.dirname(file));
    return { kind: 'written' };
  } catch (error) {
    return { kind: 'failed', message: `${file} cannot be deleted: ${describeError(error)}` };
  }
}

async function currentHash(file: string): Promise<string | undefined> {
  try {
    return contentHash(await readFile(file));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function writeAndSync(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Takes away the temporary files that earlier writes of this file have left. */
async function removeLeftovers(target: string): Promise<void> {
  const folder = path.dirname(target);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isUnfinished(name, path.basename(target))) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > longestWrite) await unlink(file).catch(() => undefined);
  }
}

/** Makes the rename itself survive a power cut; Windows knows no such thing for folders. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // The file itself is safe on disk already.
  }
}

/** By its mode, too: root may write even what is read-only. */
async function isWritable(file: string, mode: number): Promise<boolean> {
  return (
    (mode & 0o222) !== 0 &&
    (await access(file, constants.W_OK).then(
      () => true,
      () => false,
    ))
  );
}

function readOnly(file: string): WriteResult {
  return { kind: 'failed', message: `${file} is read-only and was not changed: make it writable, then try again` };
}

function changed(file: string, expected: string | undefined): WriteResult {
  const message =
    expected === undefined
      ? `${file} was created in the meantime and was not changed: check it, then try again`
      : `${file} changed in the meantime and was not overwritten: try again`;
  return { kind: 'changed', message };
}
