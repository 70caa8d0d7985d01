import { recordFolder } from '../../project/openLog.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';

/** A project's folder, and what writers share there. */
export interface RepositoryPlace {
  /** Of the project: absolute. */
  readonly root: string;
  /** Undefined if there is none. */
  readonly repository: GitRepository | undefined;
  /** What all worktrees share, the lock among it; without git a folder in the user's cache: absolute. */
  readonly shared: string;
}

/**
 * The place of a project, determined once for each root. A repository that is not there yet is looked for again.
 *
 * @returns what throws a UsageError where the shared folder cannot be made.
 */
export function createRepositoryPlaces(
  machine: Machine,
  signal?: AbortSignal,
): (root: string) => Promise<RepositoryPlace> {
  const known = new Map<string, Promise<RepositoryPlace>>();
  const find = async (root: string): Promise<RepositoryPlace> => {
    const answer = await machine.git.repository(root, signal);
    const repository = answer.kind === 'answer' ? answer.value : undefined;
    if (!repository) known.delete(root);
    return { root, repository, shared: await recordFolder(machine, root, repository) };
  };
  return (root) => {
    const place =
      known.get(root) ??
      find(root).catch((error: unknown) => {
        known.delete(root);
        throw error;
      });
    known.set(root, place);
    return place;
  };
}
