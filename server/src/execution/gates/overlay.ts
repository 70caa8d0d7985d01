import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes texts over the files of a copy. A link is replaced, never followed; a folder that is one keeps a file from being written,
 * as does a path that leads out of the copy.
 *
 * @param top the top of the copy: absolute, with all links followed.
 * @param root the project root in it.
 * @param overlay texts by path, relative to the root, with `/`; undefined to take a file away.
 * @returns why it was not done: half a sentence without full stop; undefined where it was.
 */
export async function writeOverlay(
  top: string,
  root: string,
  overlay: ReadonlyMap<string, string | undefined>,
): Promise<string | undefined> {
  for (const [name, text] of overlay) {
    const file = path.join(root, ...name.split('/'));
    if (!isBelow(top, file) || file.split(path.sep).includes('.git')) return `${name} does not lie in the project`;
    try {
      const above = await nearestFolder(path.dirname(file));
      if ((await realpath(above)) !== above) return `${name} lies behind a link`;
      if ((await lstat(file).catch(() => undefined))?.isDirectory() === true) return `${name} is a folder there`;
      await rm(file, { force: true });
      if (text === undefined) continue;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    } catch (error) {
      return `${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

/** The folder, or the nearest one above it that is there; links count as being there. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await lstat(folder).then(
    () => true,
    () => false,
  );
  return isThere || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder + path.sep);
}
