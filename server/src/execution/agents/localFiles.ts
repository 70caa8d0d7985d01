import { lstat, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import { insideRoot, leadsOut } from '../../host/insideRoot.js';
import { makeFolder } from '../../host/makeFolder.js';

/** What is for this machine and this moment: git ignores it all, and so do programs that go by git. */
const localFolder = '.pactwright/local';

/**
 * Writes what an agent is to read, whole, to a file that git ignores and only this user can read.
 *
 * @param folder where the agent works; absolute.
 * @param file relative to `.pactwright/local`, with `/`.
 * @returns the path relative to the folder, with `/`.
 * @throws an error that says what is in the way: a link that leads out, what is there already, or what the operating system says.
 */
export async function writeLocalFile(folder: string, file: string, text: string): Promise<string> {
  const relative = `${localFolder}/${file}`;
  const target = await placeIn(folder, relative);
  await makeFolder(path.dirname(target));
  await ignoreAll(folder);
  await writeNew(target, text);
  return relative;
}

/** The file of a session's prompt, relative to `.pactwright/local`. */
export function promptFileOf(session: string): string {
  return `prompts/${session}.md`;
}

/**
 * Deletes one of the files that `writeLocalFile` wrote. One that is gone, with its folder or without, is passed over, and so is one that
 * a link leads out to.
 *
 * @throws the error of the operating system.
 */
export async function removeLocalFile(folder: string, file: string): Promise<void> {
  const target = await insideRoot(folder, `${localFolder}/${file}`).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (target !== undefined) await rm(target, { force: true });
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
export async function writeAgentFile(logs: string, session: string, name: string, text: string): Promise<void> {
  const folder = agentFilesFolder(logs, session);
  await makeFolder(folder, 0o700);
  await writeNew(path.join(folder, name), text);
}

async function writeNew(target: string, text: string): Promise<void> {
  const handle = await open(target, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** Keeps git from ever taking what is here: neither `git add --all` nor a look at the status shows it. */
async function ignoreAll(folder: string): Promise<void> {
  const file = await placeIn(folder, `${localFolder}/.gitignore`);
  const there = await lstat(file).catch(() => undefined);
  if (there?.isFile() === true && (await readFile(file, 'utf8')).trim() === '*') return;
  await writeFile(file, '*\n');
}

async function placeIn(folder: string, relative: string): Promise<string> {
  const target = await insideRoot(folder, relative);
  if (target === undefined) throw new Error(leadsOut(relative, folder));
  return target;
}
