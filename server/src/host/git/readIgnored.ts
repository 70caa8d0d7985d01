import type { GitAnswer } from '../../workspace/ports.js';
import { outputOf } from './output.js';
import type { RunGit } from './runGit.js';

/** @throws the signal's reason once it is aborted. */
export async function readIgnored(
  run: RunGit,
  folder: string,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlySet<string>>> {
  if (paths.length === 0) return { kind: 'answer', value: new Set() };
  const input = paths.map((path) => `${path}\0`).join('');
  // It ends with 1 where nothing is ignored.
  const output = await outputOf(run, { folder, args: ['check-ignore', '-z', '--stdin'], input, fine: [1], signal });
  if (output.kind !== 'answer') return output;
  return { kind: 'answer', value: new Set(output.value.split('\0').filter((path) => path !== '')) };
}
