import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Clocks of file systems run behind by as much. */
const slackMs = 20;

/**
 * The texts of the files of a kind in a folder that were written since a moment; none if there is no such folder.
 *
 * @param extension with its dot.
 * @param since milliseconds since 1970.
 * @param maxBytes larger files are left out.
 */
export async function readFilesSince(
  folder: string,
  extension: string,
  since: number,
  maxBytes: number,
): Promise<string[]> {
  const texts: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(extension)) continue;
    const file = path.join(folder, name);
    try {
      const { mtimeMs, size } = await stat(file);
      if (mtimeMs >= since - slackMs && size <= maxBytes) texts.push(await readFile(file, 'utf8'));
    } catch {
      // It is gone meanwhile.
    }
  }
  return texts;
}
