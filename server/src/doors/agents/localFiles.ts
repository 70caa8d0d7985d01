import { lstat, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
  const handle = await open(target, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
  return relative;
}

/** The folder of an agent's own files: absolute. */
export function agentFilesFolder(folder: string, session: string): string {
  return path.join(folder, ...localFolder.split('/'), ...agentFilesPrefix(session).split('/'));
}

/** What their names begin with, for `writeLocalFile`. */
export function agentFilesPrefix(session: string): string {
  return `agents/${session}`;
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
