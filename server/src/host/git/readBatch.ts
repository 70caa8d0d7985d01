import type { GitAnswer } from '../../workspace/ports.js';
import { type BatchOptions, createBatchParser } from './batchParser.js';
import { unreadable } from './output.js';
import type { GitRun, RunGit } from './runGit.js';

/**
 * Reads objects in one process, which is not started where none is wanted.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function readBatch(
  run: RunGit,
  place: Pick<GitRun, 'folder' | 'places' | 'signal'>,
  options: BatchOptions,
): Promise<GitAnswer<undefined>> {
  const { wanted } = options;
  if (wanted.length === 0) return { kind: 'answer', value: undefined };
  const parser = createBatchParser(options);
  const answer = await run({
    ...place,
    args: ['cat-file', '--batch'],
    input: [...wanted, ''].join('\n'),
    take: (bytes) => parser.take(bytes),
  });
  if (answer.kind !== 'answer') return answer;
  return parser.isReadable() ? answer : unreadable('cat-file');
}
