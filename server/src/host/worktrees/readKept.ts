import path from 'node:path';
import type { GitRepository, GitWorktree } from '../../workspace/ports.js';
import type { WorktreeKept } from '../../workspace/worktreePort.js';
import { exists } from '../insideRoot.js';
import { namesIn, readText } from '../quickFiles.js';
import { readGoingOn } from './goingOn.js';

/**
 * What git keeps for a worktree alone, whether its folder is there or not; read from git's files.
 *
 * @param repository any worktree of it.
 * @param worktree not the main one.
 */
export async function readKept(
  { commonFolder }: Pick<GitRepository, 'commonFolder'>,
  { path: place }: Pick<GitWorktree, 'path'>,
): Promise<WorktreeKept> {
  const own = await ownFolder(commonFolder, place);
  if (own === undefined) return { hasIndex: false, submodules: [] };
  const goingOn = await readGoingOn(own);
  return {
    ...(goingOn === undefined ? {} : { goingOn }),
    hasIndex: await exists(path.join(own, 'index')),
    submodules: await namesIn(path.join(own, 'modules')).catch(() => []),
  };
}

/** Where git keeps it; undefined if it is none of the repository's. */
async function ownFolder(commonFolder: string, place: string): Promise<string | undefined> {
  const around = path.join(commonFolder, 'worktrees');
  for (const name of await namesIn(around).catch(() => [])) {
    const own = path.join(around, name);
    const named = await readText(path.join(own, 'gitdir')).catch(() => undefined);
    // Git may write it relative to its own folder.
    if (named !== undefined && path.dirname(path.resolve(own, named.trimEnd())) === path.resolve(place)) return own;
  }
  return undefined;
}
