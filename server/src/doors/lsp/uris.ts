import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { relativePath } from '../../base/relativePath.js';

/** The file or folder a URI names on this machine, without a trailing slash; undefined if it names none. */
export function toPath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return path.resolve(fileURLToPath(uri));
  } catch {
    // A file URI with a host or an encoded separator names nothing on this machine.
    return undefined;
  }
}

/** Whether `file` is below `folder`. Both absolute. */
export function isInside(folder: string, file: string): boolean {
  return Boolean(relativePath(folder, file));
}
