import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';

/**
 * Writes texts over the files of a copy. A link is replaced, never followed; a folder that is one keeps a file from being written,
 * as does a path that leads out of the copy.
 *
 * @param top the top of the copy: absolute, with all links followed.
 * @param root the project root in it.
 * @param overlay texts by path, relative to the root, with `/`; undefined to take a file away.
 * @returns why it was not done: half a sentence without full stop; undefined if it was.
 */
export async function writeOverlay(
  machine: Machine,
  top: string,
  root: string,
  overlay: ReadonlyMap<string, string | undefined>,
): Promise<string | undefined> {
  for (const [name, text] of overlay) {
    const file = path.join(root, ...name.split('/'));
    if (!isBelow(top, file) || file.split(path.sep).includes('.git')) return `${name} is not in the project`;
    try {
      const above = await nearestFolder(machine, path.dirname(file));
      if ((await machine.disk.realpath(above)) !== above) return `${name} is behind a link`;
      if ((await machine.disk.lstat(file).catch(() => undefined))?.isDirectory() === true)
        return `${name} is a folder there`;
      await machine.disk.rm(file, { force: true });
      if (text === undefined) continue;
      await machine.disk.mkdir(path.dirname(file), { recursive: true });
      await machine.disk.writeFile(file, text);
    } catch (error) {
      return `${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

/** The folder, or the nearest one above it that is there; links count as being there. */
async function nearestFolder(machine: Machine, folder: string): Promise<string> {
  const isThere = await machine.disk.lstat(folder).then(
    () => true,
    () => false,
  );
  return isThere || path.dirname(folder) === folder ? folder : nearestFolder(machine, path.dirname(folder));
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder + path.sep);
}
