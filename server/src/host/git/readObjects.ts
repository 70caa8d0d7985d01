import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { createBatchParser } from './batchParser.js';
import { isHash, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** No document is longer; what is, is passed over. */
const mostBytesEach = 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function readObjects(
  run: RunGit,
  { folder }: GitRepository,
  objects: readonly string[],
  take: (object: string, bytes: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<undefined>> {
  const wanted = [...new Set(objects)].filter(isName);
  if (wanted.length === 0) return { kind: 'answer', value: undefined };
  const parser = createBatchParser({
    wanted,
    mostBytesEach,
    // They are not kept.
    mostBytes: Infinity,
    found: (name, bytes, type) => {
      if (type === 'blob') take(name, bytes);
    },
  });
  const answer = await run({
    folder,
    args: ['cat-file', '--batch'],
    input: [...wanted, ''].join('\n'),
    take: (bytes) => parser.take(bytes),
    signal,
  });
  if (answer.kind !== 'answer') return answer;
  return parser.isReadable() ? answer : unreadable('cat-file');
}

/** A hash, or a file of a commit; a line is asked for, so there is no line break in it. */
function isName(object: string): boolean {
  const colon = object.indexOf(':');
  return isHash(colon < 0 ? object : object.slice(0, colon)) && !object.includes('\n');
}
