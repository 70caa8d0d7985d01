import path from 'node:path';
import { itemsInName } from './commits.js';
import type { Worktree } from './gitFacts.js';
import type { GitRefs, GitRepository, GitWorktree } from '../ports.js';

/** The worktrees as they are now: branches move without the worktrees being listed again. */
export function toWorktrees(
  listed: readonly GitWorktree[],
  { refs, head }: GitRefs,
  { top }: GitRepository,
): readonly Worktree[] {
  const tips = new Map(refs.map(({ name, commit }) => [name, commit]));
  return listed.map((worktree) => {
    const own = worktree.path === top;
    const branch = own ? head.branch : worktree.branch;
    const commit = own ? head.commit : (tips.get(`refs/heads/${branch ?? ''}`) ?? worktree.head);
    return {
      path: worktree.path,
      main: worktree.main,
      ...(branch === undefined ? {} : { branch }),
      ...(commit === undefined ? {} : { head: commit }),
      items: itemsInName(`${branch ?? ''} ${path.basename(worktree.path)}`),
      locked: worktree.locked,
      prunable: worktree.prunable,
    };
  });
}
