import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import type { FileStamps } from '../../agents/sessionRecord.js';
import type { GitRepository } from '../../workspace/ports.js';

/** Of a folder with more there is no telling what belongs to whom. */
const mostFiles = 2_000;

/** What is not committed in a worktree now; undefined if git does not say, and where it is more than can be kept. */
export async function stampUncommitted(
  machine: Machine,
  repository: GitRepository,
  signal: AbortSignal,
): Promise<FileStamps | undefined> {
  const status = await machine.git.status({ ...repository, folder: repository.top, prefix: '' }, signal);
  return status.kind === 'answer' && status.value.changed.length <= mostFiles
    ? stampFiles(machine, repository.top, status.value.changed)
    : undefined;
}

/** @param paths relative to the folder, with `/`. */
export async function stampFiles(machine: Machine, folder: string, paths: readonly string[]): Promise<FileStamps> {
  const stamped: [string, string][] = [];
  for (const file of paths) stamped.push([file, await stampOf(machine, path.join(folder, ...file.split('/')))]);
  return Object.fromEntries(stamped);
}

async function stampOf(machine: Machine, file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await machine.disk.lstat(file);
    return `${mtimeMs}:${size}`;
  } catch {
    return 'gone';
  }
}
