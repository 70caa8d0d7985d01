import { relativePath } from '../../base/relativePath.js';
import type { GitRepository } from '../ports.js';
import type { Worktree } from './gitFacts.js';

/**
 * The worktree of an item beside the checkout that is looked from: its top, absolute. One whose folder is gone does not count, nor do
 * several.
 */
export function ownWorktree(
  { worktrees }: { readonly worktrees: readonly Worktree[] },
  { top: here }: Pick<GitRepository, 'top'>,
): string | undefined {
  if (worktrees.some(({ path: top }) => top === here)) return undefined;
  const [only, ...more] = worktrees.filter(
    ({ path: top, prunable }) => !prunable && relativePath(top, here) === undefined,
  );
  return more.length > 0 ? undefined : only?.path;
}
