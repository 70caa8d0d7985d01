import { isLockFileOf } from '../../gates/support/lockFiles.js';
import type { FileStamps } from '../../agents/sessionRecord.js';
import type { ReleasePlace, SortedFiles } from '../../operations/deliveryDesk.js';
import { saysVersion } from '../../operations/support/projectVersion.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { stampFiles } from '../agents/stampFiles.js';
import { uncommitted } from '../executor/commitFiles.js';
import { type ProgramDesk, runQuietly } from '../programs/runQuietly.js';
import { findGh } from './findGh.js';

/** @throws UsageError if there is no repository, with the way out. */
export async function requireRepository(root: string, { machine, signal }: ProgramDesk): Promise<GitRepository> {
  const found = await machine.git.repository(root, signal);
  if (found.kind === 'answer') return found.value;
  throw new UsageError(`${root} is not in a git repository: ${found.message}`);
}

/** @throws UsageError if no release can be made from here, with the way out. */
export async function findReleasePlace(
  repository: GitRepository,
  version: string,
  desk: ProgramDesk,
): Promise<ReleasePlace> {
  const refs = await desk.machine.git.refs(repository, desk.signal);
  const branch = refs.kind === 'answer' ? refs.value.head.branch : undefined;
  if (refs.kind !== 'answer' || branch === undefined)
    throw new UsageError('HEAD is detached: check out the branch to release from');
  const tag = version.startsWith('v') ? version : `v${version}`;
  if (refs.value.refs.some(({ name }) => name === `refs/tags/${tag}`))
    throw new UsageError(`the tag ${tag} already exists: use the next version`);
  const name = await findRemote(repository, desk);
  return { branch, tag, remote: name === undefined ? undefined : { name, gh: await findGh(repository, desk) } };
}

/** `origin`, else the first; undefined if there is none. */
export async function findRemote({ top }: GitRepository, desk: ProgramDesk): Promise<string | undefined> {
  const { output } = await runQuietly('git', ['remote'], top, desk);
  const names = output.split('\n').filter((name) => name !== '');
  return names.find((name) => name === 'origin') ?? names[0];
}

/** What a release changes by hand, whenever that was. */
function isReleaseFile(file: string, changed: readonly string[]): boolean {
  return (
    /(?:^|\/)CHANGELOG(?:\.\w+)?$/iu.test(file) || saysVersion(file) || isLockFileOf(file, changed.filter(saysVersion))
  );
}

/**
 * What of the uncommitted is the release's: what was changed since it began, and what one changes for it.
 *
 * @param before what was not committed when it began; undefined if that is not known.
 */
export async function sortByRelease(
  machine: Machine,
  repository: GitRepository,
  before: FileStamps | undefined,
  signal: AbortSignal,
): Promise<SortedFiles> {
  const changed = await uncommitted(machine, repository, signal);
  const now = await stampFiles(machine, repository.top, changed);
  const isOwn = (file: string): boolean =>
    isReleaseFile(file, changed) || (before !== undefined && before[file] !== now[file]);
  return {
    own: changed.filter(isOwn),
    left: changed
      .filter((file) => !isOwn(file))
      .map((file) => ({
        path: file,
        why: `${before ? 'was' : 'may have been'} changed before the release started, and is not part of it`,
      })),
  };
}
