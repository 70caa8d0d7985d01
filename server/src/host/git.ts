import type { Git, GitAnswer } from '../workspace/ports.js';
import { readBlobs } from './git/readBlobs.js';
import { readLog } from './git/readLog.js';
import { readObjects } from './git/readObjects.js';
import { readRefLogs } from './git/readRefLogs.js';
import { readRefs } from './git/readRefs.js';
import { readRepository } from './git/readRepository.js';
import { readStatus } from './git/readStatus.js';
import { readWorktrees } from './git/readWorktrees.js';
import { createRunGit, type RunGit } from './git/runGit.js';
import { outputOf } from './git/output.js';

const defaultTimeoutMilliseconds = 30_000;

/**
 * Git by its command line, without a shell, without ever asking for a password and without writing anything.
 *
 * @param timeoutMilliseconds how long it may say nothing before it is ended.
 */
export function createGit(timeoutMilliseconds: number = defaultTimeoutMilliseconds): Git {
  let spawns = 0;
  const run = createRunGit(timeoutMilliseconds, () => spawns++);
  return {
    spawns: () => spawns,
    repository: (folder, signal) => readRepository(run, folder, signal),
    refs: (repository, signal, elsewhere) => readRefs(run, repository, signal, elsewhere),
    log: (repository, wanted, take, signal) => readLog(run, repository, wanted, take, signal),
    worktrees: (repository, signal, refs) => readWorktrees(run, repository, signal, refs),
    status: (repository, signal) => readStatus(run, repository, signal),
    blobs: (repository, blobs, signal) => readBlobs(run, repository, blobs, signal),
    objects: (repository, objects, take, signal) => readObjects(run, repository, objects, take, signal),
    refLogs: readRefLogs,
    ignored: (folder, paths, signal) => readIgnored(run, folder, paths, signal),
  };
}

export const git: Git = createGit();

/** @throws the signal's reason once it is aborted. */
async function readIgnored(
  run: RunGit,
  folder: string,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlySet<string>>> {
  if (paths.length === 0) return { kind: 'answer', value: new Set() };
  const input = paths.map((path) => `${path}\0`).join('');
  // It ends with 1 where nothing is ignored.
  const output = await outputOf(run, { folder, args: ['check-ignore', '-z', '--stdin'], input, fine: [1], signal });
  if (output.kind !== 'answer') return output;
  return { kind: 'answer', value: new Set(output.value.split('\0').filter((path) => path !== '')) };
}
