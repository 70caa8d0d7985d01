import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { outputOf } from '../git/output.js';
import type { RunGit } from '../git/runGit.js';

/** @see WorktreeDesk.hasSettings @throws the signal's reason once it is aborted. */
export async function readWhetherSet(
  run: RunGit,
  { folder }: GitRepository,
  branch: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<boolean>> {
  const args = ['config', '--local', '--list', '--name-only', '-z'];
  const output = await outputOf(run, { folder, args, signal });
  if (output.kind !== 'answer') return output;
  const section = `branch.${branch}.`;
  return {
    kind: 'answer',
    // What follows is the setting's own name, which has no dots.
    value: output.value
      .split('\0')
      .some((name) => name.startsWith(section) && !name.slice(section.length).includes('.')),
  };
}
