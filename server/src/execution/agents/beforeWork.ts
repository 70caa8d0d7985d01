import { phases } from '../../agents/phases/phases.js';
import type { FileStamps } from '../../agents/sessionRecord.js';
import { relativePath } from '../../base/relativePath.js';
import type { OpenedItem } from '../../project/openItem.js';
import { relativeTo } from '../../workspace/git/commits.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { logsOf } from './sessionPlace.js';
import { readSessionsOf } from './sessionReader.js';
import { stampUncommitted } from './stampFiles.js';

/** The uncommitted files when an agent started to build an item in this worktree; empty if none did. */
export async function beforeWork(
  machine: Machine,
  { item, root }: Pick<OpenedItem, 'item' | 'root'>,
  repository: GitRepository,
): Promise<FileStamps> {
  const sessions = await readSessionsOf(machine, logsOf(machine, root, repository), item.id);
  const first = sessions.find(
    ({ start: { phase, folder }, before }) =>
      before && phase && phases[phase].begins && relativePath(repository.top, folder) !== undefined,
  );
  return first?.before ?? {};
}

/** Those of them that are still uncommitted and unchanged since: relative to the project root. @throws the signal's reason */
export async function untouchedSince(
  machine: Machine,
  { item, root, repository, git }: Pick<OpenedItem, 'item' | 'root' | 'repository' | 'git'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const before = repository ? await beforeWork(machine, { item, root }, repository) : {};
  if (!repository || Object.keys(before).length === 0) return new Set();
  const now = (await stampUncommitted({ ...machine, git }, repository, signal)) ?? {};
  const relative = relativeTo(repository.prefix);
  return new Set(Object.keys(now).flatMap((file) => (before[file] === now[file] ? [relative(file)] : [])));
}
