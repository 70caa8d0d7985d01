import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file or folder a URI names on this machine, without a trailing slash; undefined where it names none. */
export function toPath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return path.resolve(fileURLToPath(uri));
  } catch {
    // A file URI with a host or an encoded separator names nothing on this machine.
    return undefined;
  }
}

/** Whether `file` lies below `folder`. Both absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
