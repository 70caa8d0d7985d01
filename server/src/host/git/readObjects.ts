import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { isHash } from './output.js';
import { readBatch } from './readBatch.js';
import type { RunGit } from './runGit.js';

/** No document is longer; what is, is skipped. */
const mostBytesEach = 10 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export function readObjects(
  run: RunGit,
  { folder }: GitRepository,
  objects: readonly string[],
  take: (object: string, bytes: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<undefined>> {
  return readBatch(
    run,
    { folder, signal },
    {
      wanted: [...new Set(objects)].filter(isName),
      mostBytesEach,
      // They are not kept.
      mostBytes: Infinity,
      found: (name, bytes, type) => {
        if (type === 'blob') take(name, bytes);
      },
    },
  );
}

/** A hash, or a file of a commit; a line is asked for, so there is no line break in it. */
function isName(object: string): boolean {
  const colon = object.indexOf(':');
  return isHash(colon < 0 ? object : object.slice(0, colon)) && !object.includes('\n');
}
