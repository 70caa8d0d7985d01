import type { LeftWork } from '../../agents/sessions/sessionFacts.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import type { SessionPlace } from './sessionPlace.js';
import { stampFiles, stampUncommitted } from './stampFiles.js';

/** What an interrupted session leaves in its folder; undefined if git does not report it. */
export async function readLeftWork(
  machine: Machine,
  { repository }: Pick<SessionPlace, 'repository'>,
): Promise<LeftWork | undefined> {
  // Also after an interrupt.
  const { signal } = new AbortController();
  const files = repository && (await stampUncommitted(machine, repository, signal).catch(() => undefined));
  const head = repository && (await headOf(machine, repository.top, signal));
  return files && head !== undefined ? { head, files } : undefined;
}

/** The files that have changed since then, relative to the top of the repository. @throws the signal's reason */
export async function changedSince(
  machine: Machine,
  repository: GitRepository,
  left: LeftWork,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const now = await stampUncommitted(machine, repository, signal);
  const head = await headOf(machine, repository.top, signal);
  if (!now || head === undefined) return [];
  const git = repositoryGit(machine, repository, signal);
  const range = ['diff', '--name-only', '--no-renames', '-z', left.head, head];
  const committed = head === left.head ? [] : fieldsOf(await git(range));
  // What was only committed in the meantime has not changed.
  const same = await stampFiles(machine, repository.top, Object.keys(left.files));
  const names = new Set([...committed, ...Object.keys(now), ...Object.keys(left.files)]);
  return [...names].filter((name) => left.files[name] === undefined || same[name] !== left.files[name]).sort();
}

/** The commit of HEAD in a folder; undefined if there is none. @throws the signal's reason */
export async function headOf(machine: Machine, folder: string, signal: AbortSignal): Promise<string | undefined> {
  const head = await machine.runGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], signal);
  return head.kind === 'answer' ? head.value.trim() : undefined;
}
