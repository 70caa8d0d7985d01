import path from 'node:path';
import { decodeText } from '../base/decodeText.js';
import type { FileSystem } from '../workspace/ports.js';
import { UsageError } from '../base/usageError.js';

/** A baseline of a hundred thousand findings has about twenty megabytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The text of a file that a command line or a configuration names; undefined if there is none.
 *
 * @param file absolute; links may lead anywhere, as a person named it.
 * @throws UsageError if there is something that cannot be read as text.
 */
export async function readTextFile(file: string, files: FileSystem): Promise<string | undefined> {
  const result = await files.read(file, { within: path.parse(file).root, maxBytes });
  switch (result.kind) {
    case 'missing':
      return undefined;
    case 'file': {
      const decoded = decodeText(result.bytes);
      if (decoded.kind === 'text') return decoded.text;
      throw new UsageError(`${file}: ${decoded.message}`);
    }
    case 'directory':
      throw new UsageError(`${file} is a folder where a file is expected`);
    case 'error':
      throw new UsageError(`${file} cannot be read: ${result.message}`);
    case 'tooLarge':
    case 'outside':
      throw new UsageError(`${file} is too large`);
  }
}
