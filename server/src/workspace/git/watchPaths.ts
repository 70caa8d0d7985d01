import type { GitRefresh } from './gitIndex.js';
import type { GitRepository } from '../ports.js';
import { relativePath } from '../../base/relativePath.js';

/** A folder to watch, and what in it says that something changed; globs are relative to the folder. */
export interface GitWatch {
  /** Absolute. */
  readonly folder: string;
  readonly globs: readonly string[];
}

/** Where gates record what they saw, below the folder that all worktrees share. */
const evidenceLog = 'pactwright/evidence/log.jsonl';
/** Where sessions of agents are recorded, below the same folder. They say nothing of git. */
export const sessionLogs = 'pactwright/agents/*';
const ofWorktree = ['HEAD', 'index'];
const shared = [
  'refs/**',
  'packed-refs',
  'shallow',
  'reftable/**',
  'worktrees/**',
  'info/exclude',
  evidenceLog,
  sessionLogs,
];

/** What must be watched to know when to refresh; git writes much else that says nothing. */
export function gitWatches({ gitFolder, commonFolder }: GitRepository): readonly GitWatch[] {
  if (gitFolder === commonFolder) return [{ folder: commonFolder, globs: [...ofWorktree, ...shared] }];
  return [
    { folder: gitFolder, globs: ofWorktree },
    { folder: commonFolder, globs: shared },
  ];
}

/**
 * What to look at again when a file that git keeps was changed, created or deleted; undefined if it says nothing.
 *
 * @param file absolute.
 */
export function refreshFor(file: string, { gitFolder, commonFolder }: GitRepository): GitRefresh | undefined {
  // A lock comes and goes with every change and is followed by the file it is for.
  if (file.endsWith('.lock')) return undefined;
  // Not by comparing texts: git and editors spell one path differently where case does not count.
  const own = relativePath(gitFolder, file);
  if (own === 'index') return { status: true };
  if (own === 'HEAD') return {};
  const inside = relativePath(commonFolder, file);
  if (inside === undefined) return undefined;
  const [first] = inside.split('/');
  switch (first) {
    case 'refs':
    case 'packed-refs':
    case 'shallow':
    case 'reftable':
      return {};
    case 'info':
      return inside === 'info/exclude' ? { refs: false, ignored: true } : undefined;
    case 'worktrees':
      return isAboutWorktree(inside) ? { worktrees: true } : undefined;
    case 'pactwright':
      return inside === evidenceLog ? { refs: false, record: true } : undefined;
    default:
      return undefined;
  }
}

/** A worktree that comes, goes, is locked or has something else checked out; not its index and its logs. */
function isAboutWorktree(inside: string): boolean {
  const [, , file, ...rest] = inside.split('/');
  return rest.length === 0 && (file === undefined || ['HEAD', 'gitdir', 'locked'].includes(file));
}

/** Several reasons to refresh as one. */
export function joinRefreshes(some: readonly GitRefresh[]): GitRefresh {
  return {
    refs: some.some(({ refs }) => refs !== false),
    status: some.some(({ status }) => status === true),
    worktrees: some.some(({ worktrees }) => worktrees === true),
    ignored: some.some(({ ignored }) => ignored === true),
    record: some.some(({ record }) => record === true),
  };
}
