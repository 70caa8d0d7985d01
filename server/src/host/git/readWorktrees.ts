import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { GitAnswer, GitRepository, GitWorktree } from '../../workspace/ports.js';
import { isErrorCode } from '../../base/errors.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** @throws the signal's reason once it is aborted. */
export async function readWorktrees(
  run: RunGit,
  { folder }: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly GitWorktree[]>> {
  const output = await outputOf(run, { folder, args: ['worktree', 'list', '--porcelain', '-z'], signal });
  if (output.kind !== 'answer') return output;
  const worktrees: GitWorktree[] = [];
  for (const record of output.value.split('\0\0')) {
    if (record === '') continue;
    const worktree = toWorktree(record.split('\0'), worktrees.length === 0);
    if (!worktree) return unreadable('worktree list');
    worktrees.push(worktree);
  }
  return { kind: 'answer', value: worktrees };
}

/** The first record is the main worktree. */
function toWorktree(lines: readonly string[], main: boolean): GitWorktree | undefined {
  const valueOf = (label: string): string | undefined =>
    lines.find((line) => line === label || line.startsWith(`${label} `))?.slice(label.length + 1);
  const folder = valueOf('worktree');
  if (!folder) return undefined;
  const branch = valueOf('branch');
  const head = valueOf('HEAD');
  const lockReason = valueOf('locked');
  return {
    path: folder,
    main,
    ...(valueOf('bare') === undefined ? {} : { bare: true }),
    ...(branch?.startsWith('refs/heads/') ? { branch: branch.slice('refs/heads/'.length) } : {}),
    // A branch without commits has a head of zeros.
    ...(head === undefined || /^0+$/.test(head) ? {} : { head }),
    locked: lockReason !== undefined,
    ...(lockReason ? { lockReason } : {}),
    prunable: valueOf('prunable') !== undefined,
  };
}

/** Git keeps a folder for each but the main one (https://git-scm.com/docs/gitrepository-layout). */
export async function hasLinkedWorktrees({ commonFolder }: GitRepository): Promise<boolean> {
  return readdir(path.join(commonFolder, 'worktrees')).then(
    (names) => names.length > 0,
    (error: unknown) => !isErrorCode(error, 'ENOENT'),
  );
}
