import { UsageError } from '../base/usageError.js';
import type { Machine } from '../workspace/machine.js';

/** A command line holds no more on some systems. */
const mostAtOnce = 100;

/**
 * What git answers to the same question about each of many paths.
 *
 * @param paths relative to the root, with `/`; without any, nothing is asked.
 * @throws UsageError if git fails.
 */
export async function gitOfPaths(
  machine: Pick<Machine, 'runGit'>,
  root: string,
  args: readonly string[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  let all = '';
  for (let at = 0; at < paths.length; at += mostAtOnce) {
    const some = paths.slice(at, at + mostAtOnce).map((one) => `:(literal)${one}`);
    const answer = await machine.runGit(root, [...args, '--', ...some], signal);
    if (answer.kind !== 'answer') throw new UsageError(answer.message);
    all += answer.value;
  }
  return all;
}
