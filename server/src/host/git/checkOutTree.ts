import { mkdir, readdir } from 'node:fs/promises';
import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { describeError } from '../../base/errors.js';
import { withoutFilters } from './filterOverrides.js';
import type { RunGit } from './runGit.js';
import type { Scratch } from './scratch.js';

/** @throws the signal's reason once it is aborted. */
export async function checkOutTree(
  run: RunGit,
  scratch: Scratch,
  repository: GitRepository,
  tree: string,
  into: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<undefined>> {
  try {
    await mkdir(into, { recursive: true });
    if ((await readdir(into)).length > 0) return { kind: 'failed', message: `the folder ${into} is not empty` };
  } catch (error) {
    return { kind: 'failed', message: `the folder ${into} cannot be created: ${describeError(error)}` };
  }
  // A tree is made without them, too.
  const filters = await withoutFilters(run, repository.top, signal);
  if (filters.kind !== 'answer') return filters;
  return scratch.withObjects(repository, (objects) =>
    run({
      folder: into,
      args: ['read-tree', '--reset', '-u', '--no-sparse-checkout', '--no-recurse-submodules', tree],
      take: () => true,
      places: {
        ...objects,
        GIT_DIR: repository.gitFolder,
        GIT_WORK_TREE: into,
        GIT_INDEX_FILE: scratch.newFile(),
      },
      config: [...scratch.config, ...filters.value],
      signal,
    }),
  );
}
