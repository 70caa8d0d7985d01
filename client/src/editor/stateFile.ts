import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { readJson } from './schemas.js';
import { stateFolder } from '../../../server/src/protocol.js';

/** Lists of the user's state folder that a person adds to in the editor, and the command line reads. */
export interface StateFile {
  readonly name: 'trusted-keys.json' | 'approved-commands.json';
  /** What its list is called. */
  readonly list: 'keys' | 'commands';
}

export type StateEntry = Readonly<Record<string, string | number>>;

/**
 * Adds an entry if there is none that is the same.
 *
 * @param isSame whether an entry of the file says the same already.
 * @throws where the folder cannot be written.
 */
export async function addToStateFile(
  { name, list }: StateFile,
  entry: StateEntry,
  isSame: (other: StateEntry) => boolean,
): Promise<void> {
  const folder = stateFolder({ env: process.env, platform: process.platform, home: os.homedir() });
  const file = path.join(folder, name);
  const entries = readEntries(await readFile(file, 'utf8').catch(() => ''), list);
  if (entries.some(isSame)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const text = JSON.stringify({ version: 1, [list]: [...entries, entry] }, undefined, 2);
    await writeFile(temporary, `${text}\n`, { flag: 'wx', mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** What is no list of entries is of no use to anybody; what is no entry is looked up in vain, and kept. */
function readEntries(text: string, list: string): readonly StateEntry[] {
  const entries = v.custom<readonly StateEntry[]>(Array.isArray);
  return readJson(v.object({ [list]: entries }), text)?.[list] ?? [];
}
