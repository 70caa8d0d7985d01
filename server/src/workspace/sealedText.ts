import path from 'node:path';
import { contentHash } from '../base/contentHash.js';
import type { FileSystem } from './ports.js';

/** A text with what shows later that it is whole: the hash of it in a line above. */
export function sealed(text: string): string {
  return `${contentHash(text)}\n${text}`;
}

/** What was sealed into a file; undefined if there is none, or not all of it. */
export async function readSealed(file: string, files: FileSystem, maxBytes: number): Promise<string | undefined> {
  const within = await files.realPath(path.dirname(file));
  const result = within === undefined ? undefined : await files.read(file, { within, maxBytes });
  if (result?.kind !== 'file') return undefined;
  const lineEnd = result.bytes.indexOf(10);
  const bytes = result.bytes.subarray(lineEnd + 1);
  const hash = Buffer.from(result.bytes.subarray(0, Math.max(0, lineEnd))).toString();
  return hash === contentHash(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : undefined;
}
