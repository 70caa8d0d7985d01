import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import { leadsOut } from '../../base/leadsOut.js';
import { unfinishedName } from '../../base/leftoverWrite.js';
import type { Machine } from '../../workspace/machine.js';

/** What is for this machine and this moment: git ignores it all, and so do programs that respect git's ignore files. */
const localFolder = '.pactwright/local';

/**
 * Writes what an agent is to read, whole, to a file that git ignores and only this user can read.
 *
 * @param folder where the agent works; absolute.
 * @param file relative to `.pactwright/local`, with `/`.
 * @returns the path relative to the folder, with `/`.
 * @throws an error that says what is in the way: a link that leads out, what is already there, or what the operating system says.
 */
export async function writeLocalFile(machine: Machine, folder: string, file: string, text: string): Promise<string> {
  const relative = `${localFolder}/${file}`;
  const target = await placeIn(machine, folder, relative);
  await machine.disk.makeFolder(path.dirname(target));
  await ignoreAll(machine, folder);
  await writeNew(machine, target, text);
  return relative;
}

/** The file of a session's prompt, relative to `.pactwright/local`. */
export function promptFileOf(session: string): string {
  return `prompts/${session}.md`;
}

/** The same, relative to the folder where the agent works. */
export function promptPathOf(session: string): string {
  return `${localFolder}/${promptFileOf(session)}`;
}

/**
 * Deletes one of the files that `writeLocalFile` wrote. One that is gone, with its folder or without, is skipped, and so is one that
 * a link leads out to.
 *
 * @throws the error of the operating system.
 */
export async function removeLocalFile(machine: Machine, folder: string, file: string): Promise<void> {
  const target = await machine.disk.insideRoot(folder, `${localFolder}/${file}`).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (target !== undefined) await machine.disk.rm(target, { force: true });
}

/**
 * The folder of the files that an agent's program is started with: absolute. It is beside the session's log, as a plugin in the folder
 * where the agent works would be source code that git does not show.
 *
 * @param logs of the sessions: absolute.
 */
export function agentFilesFolder(logs: string, session: string): string {
  return path.join(logs, session);
}

/** Writes one of them, which only this user can read. @throws the error of the operating system. */
export async function writeAgentFile(
  machine: Machine,
  logs: string,
  session: string,
  name: string,
  text: string,
): Promise<void> {
  const folder = agentFilesFolder(logs, session);
  await machine.disk.makeFolder(folder, 0o700);
  await writeNew(machine, path.join(folder, name), text);
}

async function writeNew(machine: Machine, target: string, text: string): Promise<void> {
  const handle = await machine.disk.open(target, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** Keeps git from ever taking what is here: neither `git add --all` nor a look at the status shows it. */
async function ignoreAll(machine: Machine, folder: string): Promise<void> {
  const file = await placeIn(machine, folder, `${localFolder}/.gitignore`);
  const there = await machine.disk.lstat(file).catch(() => undefined);
  if (there?.isFile() === true && (await machine.disk.readFile(file, 'utf8')).trim() === '*') return;
  // Whoever is killed meanwhile leaves what is known to be unfinished: git shows an empty file, and a run would not merge beside it.
  const temporary = path.join(path.dirname(file), unfinishedName('.gitignore', randomBytes(6).toString('hex')));
  await machine.disk.writeFile(temporary, '*\n', { flag: 'wx' });
  try {
    await machine.disk.rename(temporary, file);
  } catch (error) {
    await machine.disk.rm(temporary, { force: true });
    throw error;
  }
}

async function placeIn(machine: Machine, folder: string, relative: string): Promise<string> {
  const target = await machine.disk.insideRoot(folder, relative);
  if (target === undefined) throw new Error(leadsOut(relative, folder));
  return target;
}
