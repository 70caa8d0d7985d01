import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { isHash, outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** @throws the signal's reason once it is aborted. */
export async function readMergeBase(
  run: RunGit,
  { top }: GitRepository,
  one: string,
  others: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<string | undefined>> {
  // It ends with 1 where there is none.
  const output = await outputOf(run, { folder: top, args: ['merge-base', one, ...others], fine: [1], signal });
  if (output.kind !== 'answer') return output;
  const hash = output.value.trim();
  if (hash === '') return { kind: 'answer', value: undefined };
  return isHash(hash) ? { kind: 'answer', value: hash } : unreadable('merge-base');
}
