import type { GitAnswer } from '../workspace/ports.js';
import { createRunGit } from './git/runGit.js';

/** Git may check out many files, and run hooks of the person's own. */
const timeoutMilliseconds = 120_000;

const run = createRunGit(timeoutMilliseconds, () => undefined);

/**
 * Tells git to do something to the repository at a folder, without shell, password or network.
 *
 * @param folder absolute.
 */
export function tellGit(folder: string, args: readonly string[], signal: AbortSignal): Promise<GitAnswer<undefined>> {
  // Git removes a worktree with all that its status does not show.
  return run({ folder, args, config: ['status.showUntrackedFiles=all'], take: () => true, signal });
}
