import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';

/** The main checkout of a linked worktree; undefined for the main checkout itself, or if it is bare or gone. @throws the signal's reason */
export async function mainCheckout(
  machine: Machine,
  repository: GitRepository,
  signal: AbortSignal,
): Promise<GitRepository | undefined> {
  if (repository.gitFolder === repository.commonFolder) return undefined;
  const refs = await machine.git.refs(repository, signal);
  const listed = await machine.git.worktrees(repository, signal, refs.kind === 'answer' ? refs.value : undefined);
  const main =
    listed.kind === 'answer' ? listed.value.find((one) => one.main && !one.bare && !one.prunable) : undefined;
  const found = main && (await machine.git.repository(main.path, signal));
  return found?.kind === 'answer' ? found.value : undefined;
}
