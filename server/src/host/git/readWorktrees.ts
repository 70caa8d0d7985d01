import path from 'node:path';
import type { GitAnswer, GitRefs, GitRepository, GitWorktree } from '../../workspace/ports.js';
import { isErrorCode } from '../../base/errors.js';
import { lstat, namesIn, readText } from '../quickFiles.js';
import { headText, isUsual, textOf } from './gitFolders.js';
import { outputOf, unreadable } from './output.js';
import { headAmong } from './readRefs.js';
import type { RunGit } from './runGit.js';

/** @throws the signal's reason once it is aborted. */
export async function readWorktrees(
  run: RunGit,
  repository: GitRepository,
  signal: AbortSignal | undefined,
  refs?: GitRefs,
): Promise<GitAnswer<readonly GitWorktree[]>> {
  const found = refs && (await worktreesByFiles(repository, refs));
  signal?.throwIfAborted();
  if (found) return { kind: 'answer', value: found };
  const { folder } = repository;
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

/**
 * As git keeps them: a folder for each but the main one (https://git-scm.com/docs/gitrepository-layout).
 *
 * @param refs as they are now.
 * @returns undefined if git has to be asked.
 */
async function worktreesByFiles(
  { top, gitFolder, commonFolder }: GitRepository,
  refs: GitRefs,
): Promise<readonly GitWorktree[] | undefined> {
  const kept = path.join(commonFolder, 'worktrees');
  const names = await namesIn(kept).catch((error: unknown) => (isErrorCode(error, 'ENOENT') ? [] : undefined));
  if (!names) return undefined;
  const isMain = gitFolder === commonFolder;
  if (!isMain && (path.basename(commonFolder) !== '.git' || !(await isUsual(commonFolder)))) return undefined;
  const head = isMain ? refs.head : await headIn(commonFolder, refs);
  const main = head && {
    path: isMain ? top : path.dirname(commonFolder),
    main: true,
    ...toHead(head),
    locked: false,
    prunable: false,
  };
  const linked = await Promise.all(names.map((name) => linkedWorktree(path.join(kept, name), refs)));
  const all = [main, ...linked].filter((one) => one !== undefined);
  if (all.length <= names.length) return undefined;
  return all.sort((one, other) => Number(other.main) - Number(one.main) || (one.path < other.path ? -1 : 1));
}

/** @param kept what git keeps for it. */
async function linkedWorktree(kept: string, refs: GitRefs): Promise<GitWorktree | undefined> {
  const [head, pointer, reason] = await Promise.all([
    headIn(kept, refs),
    textOf(path.join(kept, 'gitdir')),
    readText(path.join(kept, 'locked')).catch(() => undefined),
  ]);
  const gitFile = pointer.trimEnd();
  if (!head || !path.isAbsolute(gitFile) || path.basename(gitFile) !== '.git') return undefined;
  const isThere = await lstat(gitFile).then(
    () => true,
    () => false,
  );
  const lockReason = reason?.trim();
  return {
    path: path.dirname(gitFile),
    main: false,
    ...toHead(head),
    locked: reason !== undefined,
    ...(lockReason ? { lockReason } : {}),
    prunable: reason === undefined && !isThere,
  };
}

async function headIn(gitFolder: string, refs: GitRefs): Promise<GitRefs['head'] | undefined> {
  return headAmong(refs, await headText(gitFolder));
}

const toHead = ({ branch, commit }: GitRefs['head']): Pick<GitWorktree, 'branch' | 'head'> => ({
  ...(branch === undefined ? {} : { branch }),
  ...(commit === undefined ? {} : { head: commit }),
});
