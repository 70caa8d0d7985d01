import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { readBatch } from './readBatch.js';
import type { RunGit } from './runGit.js';
import type { Scratch } from './scratch.js';

const mostBytesOfText = 2 * 1024 * 1024;

/** All texts together; what comes after is left out. */
const mostBytes = 256 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function readObjectTexts(
  run: RunGit,
  scratch: Scratch,
  repository: GitRepository,
  objects: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  // A line is asked for, so a path with a line break in it cannot be.
  const wanted = [...new Set(objects)].filter((name) => name !== '' && !name.includes('\n'));
  const texts = new Map<string, string>();
  const found = (name: string, bytes: Buffer): void => {
    if (!bytes.includes(0)) texts.set(name, bytes.toString('utf8'));
  };
  const answer = await scratch.withObjects(repository, (places) =>
    readBatch(
      run,
      { folder: repository.top, places, signal },
      { wanted, mostBytesEach: mostBytesOfText, mostBytes, found },
    ),
  );
  return answer.kind === 'answer' ? { kind: 'answer', value: texts } : answer;
}
