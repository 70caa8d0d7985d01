import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { createBatchParser } from './batchParser.js';
import { isHash, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** Years of versions of a long board come to a few tens of megabytes. */
const mostBytes = 96 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function readBlobs(
  run: RunGit,
  { folder }: GitRepository,
  blobs: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  const wanted = [...new Set(blobs)].filter(isHash);
  if (wanted.length === 0) return { kind: 'answer', value: new Map() };
  const texts = new Map<string, string>();
  const parser = createBatchParser({
    wanted,
    mostBytesEach: mostBytes,
    mostBytes,
    found: (hash, bytes, type) => {
      if (type === 'blob') texts.set(hash, bytes.toString('utf8'));
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
  return parser.isReadable() ? { kind: 'answer', value: texts } : unreadable('cat-file');
}
