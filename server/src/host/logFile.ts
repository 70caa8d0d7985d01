import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** On Windows there is no such flag, and making a link takes rights there. */
const noLink = constants.O_NOFOLLOW;

/**
 * Makes a log that only this user can read, with its first line.
 *
 * @param file absolute; its folder must exist.
 * @returns whether it is new: nothing is written where something of that name is there.
 * @throws the error of the operating system.
 */
export async function createLog(file: string, line: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  await writeAndClose(handle, `${line}\n`);
  return true;
}

/**
 * Appends a line to a log, in one write, as other processes append to it, too. A line that was cut off before is left alone.
 *
 * @param file absolute; a log that is there, and no link.
 * @param lineFor given the size of the log in bytes; undefined if nothing is to be written.
 * @throws the error of the operating system.
 */
export async function appendToLog(file: string, lineFor: (size: number) => string | undefined): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_APPEND | noLink);
  const { size } = await handle.stat();
  const line = lineFor(size);
  const last = line === undefined || size === 0 ? undefined : await byteAt(handle, size - 1);
  await writeAndClose(handle, line === undefined ? '' : `${last === 0x0a || size === 0 ? '' : '\n'}${line}\n`);
}

/** The bytes of a log from a place on. @throws the error of the operating system. */
export async function readLog(file: string, from: number, size: number): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | noLink);
  try {
    const bytes = Buffer.alloc(Math.max(0, size - from));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function byteAt(handle: FileHandle, place: number): Promise<number | undefined> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, place);
  return bytesRead === 1 ? buffer[0] : undefined;
}

async function writeAndClose(handle: FileHandle, text: string): Promise<void> {
  try {
    if (text !== '') await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
