import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { isHash } from './output.js';
import { readBatch } from './readBatch.js';
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
  const texts = new Map<string, string>();
  const answer = await readBatch(
    run,
    { folder, signal },
    {
      wanted,
      mostBytesEach: mostBytes,
      mostBytes,
      found: (hash, bytes, type) => {
        if (type === 'blob') texts.set(hash, bytes.toString('utf8'));
      },
    },
  );
  return answer.kind === 'answer' ? { kind: 'answer', value: texts } : answer;
}
