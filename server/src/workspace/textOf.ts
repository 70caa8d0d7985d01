import { decodeText } from '../base/decodeText.js';
import type { FileSystem, ReadOptions, ReadResult } from './ports.js';

/** The text that a read found; undefined if it found none. */
export function textOf(result: ReadResult): string | undefined {
  const decoded = result.kind === 'file' ? decodeText(result.bytes) : undefined;
  return decoded?.kind === 'text' ? decoded.text : undefined;
}

/** The text of a file as it is now; undefined if there is none. @param files answer at once. */
export function textAtOnce(files: FileSystem, place: string, options: ReadOptions): string | undefined {
  const result = files.read(place, options);
  return result instanceof Promise ? undefined : textOf(result);
}

/** @throws always: a file of the project has not the text that it is judged by. */
export function failChanged(path: string): never {
  throw new Error(`${path} has changed while it was judged`);
}
