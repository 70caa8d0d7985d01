import path from 'node:path';
import { exists } from '../insideRoot.js';

/** Files of a worktree's git folder that are there while something goes on. */
const signs = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
  // Between two of several commits nothing else reports them.
  ['sequencer', 'cherry-pick or revert'],
] as const;

/** What git is in the middle of in a worktree: `rebase`. @param gitFolder what git keeps for it: absolute. */
export async function readGoingOn(gitFolder: string): Promise<string | undefined> {
  for (const [file, goingOn] of signs) if (await exists(path.join(gitFolder, file))) return goingOn;
  return undefined;
}
