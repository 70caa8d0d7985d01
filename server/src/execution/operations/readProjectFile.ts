import path from 'node:path';
import { Refused } from '../../operations/errorCodes.js';
import { decodeText } from '../../base/decodeText.js';
import type { FileSystem } from '../../workspace/ports.js';

/** A graph of the calls in 300,000 lines has seven megabytes. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads a file that is no document.
 *
 * @param root of the project: absolute.
 * @returns undefined if there is none.
 * @throws Refused (`unreadable`)
 */
export async function readProjectFile(root: string, file: string, files: FileSystem): Promise<string | undefined> {
  const within = (await files.realPath(root)) ?? root;
  const read = await files.read(path.join(root, ...file.split('/')), { within, maxBytes: mostBytes });
  switch (read.kind) {
    case 'file': {
      const decoded = decodeText(read.bytes);
      if (decoded.kind === 'text') return decoded.text;
      throw new Refused('unreadable', `${file} cannot be read: ${decoded.message}`);
    }
    case 'missing':
      return undefined;
    case 'directory':
      throw new Refused('unreadable', `${file} is a folder, not a file`);
    case 'tooLarge':
      throw new Refused('unreadable', `${file} is larger than ${mostBytes / 1024 / 1024} MB`);
    case 'outside':
      throw new Refused('unreadable', `${file} leads out of the project, to ${read.target}`);
    case 'error':
      throw new Refused('unreadable', `${file} cannot be read: ${read.message}`);
  }
}
