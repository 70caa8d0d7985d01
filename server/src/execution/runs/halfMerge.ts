import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import { quietMs } from '../../base/leftoverWrite.js';
import { Refused } from '../../operations/errorCodes.js';
import { orRefused } from '../../operations/orRefused.js';
import type { GitRepository } from '../../workspace/ports.js';
import { uncommitted } from '../executor/commitFiles.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import type { QuietEnd } from '../programs/runQuietly.js';
import { fieldsOf, type RepositoryGit, repositoryGit } from '../snapshots/repositoryGit.js';
import { type Change, keepLeft, noMode, restoreLeft } from './leftFiles.js';
import { commitOf, untilDeserted } from './packetPlace.js';

type Desk = Pick<PhaseDesk, 'machine' | 'signal'>;

/** The commits that a merge brings together: that of `HEAD`, and the other one. */
interface Sides {
  readonly head: string;
  readonly theirs: string;
}

/** Says, beside what git keeps of a worktree, which merge is being made there. */
const markOf = ({ gitFolder }: GitRepository): string => path.join(gitFolder, 'pactwright-merge');

/** What git holds while it writes the index of a worktree. */
export const lockOf = ({ gitFolder }: GitRepository): string => path.join(gitFolder, 'index.lock');

/** Makes a merge. A mark stays if git is killed meanwhile, alone or with this process. */
export async function markMerge(
  own: GitRepository,
  { head, theirs }: Sides,
  { machine: { disk } }: Desk,
  merge: () => Promise<QuietEnd>,
): Promise<QuietEnd> {
  await disk.writeFile(markOf(own), `${head} ${theirs}\n`);
  const end = await merge();
  if (end.code !== null) await disk.unlink(markOf(own));
  return end;
}

/** Removes the lock left by the git of the marked merge, which has just been killed. */
export async function unlockKilled(own: GitRepository, { machine: { disk } }: Desk): Promise<void> {
  // Both are of the clock of the file system, which may be a little slow.
  const [begun, made] = await Promise.all([markOf(own), lockOf(own)].map((file) => orNone(disk.stat(file))));
  if (begun && made && made.mtimeMs >= begun.mtimeMs) await disk.unlink(lockOf(own));
}

/**
 * A git that was killed while it merged has written files, but neither index nor HEAD, and the next one takes them for somebody's work.
 * Restores the files that hold what the marked merge writes, or the beginning of it; all others stay as they are. What was there is
 * kept in a commit, whose ref a warning names.
 *
 * @param isOfRun whether only the run works there: a merge driver that has outlived its git writes files, too, so it is waited for.
 * @throws Refused; the signal's reason.
 */
export async function undoHalfMerge(
  own: GitRepository,
  desk: Desk & Pick<PhaseDesk, 'warn'>,
  isOfRun = false,
): Promise<void> {
  const { disk } = desk.machine;
  const text = await orNone(disk.readFile(markOf(own), 'utf8'));
  if (text === undefined) return;
  if (isOfRun) await untilDeserted(own, quietMs, desk);
  const [, head, theirs] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})\n$/u.exec(text) ?? [];
  const half = head === undefined || theirs === undefined ? [] : await findHalf(own, { head, theirs }, desk);
  if (head !== undefined && half.length > 0) {
    const ref = await keepLeft(
      own,
      head,
      half,
      { kind: 'half-merges', message: 'Files that a killed merge has left' },
      desk,
    );
    await restoreLeft(own, head, half, desk);
    desk.warn(
      `git was killed while it merged in ${own.top}: files that it had written were restored (${half.map((one) => one.path).join(', ')}); what was there is kept in ${ref}`,
    );
  }
  await disk.unlink(markOf(own));
}

const plainModes: ReadonlySet<string> = new Set([noMode, '100644', '100755']);

/** What git hands to merge drivers, at the top of the worktree. */
const driverFile = /^\.merge_file_\w{6}$/u;

/** The files that the merge alone can have left as they are. */
async function findHalf(own: GitRepository, { head, theirs }: Sides, desk: Desk): Promise<readonly Change[]> {
  const { machine, signal } = desk;
  const git = repositoryGit(machine, own, signal);
  const dirty = new Set(await uncommitted(machine, own, signal));
  if (dirty.size === 0 || (await commitOf(git, 'HEAD')) !== head) return [];
  const { tree, unknown } = await resultOf(git, { head, theirs });
  const staged = await git(['diff-index', '--cached', '--name-only', '-z', '--no-renames', head]);
  for (const file of [...unknown, ...fieldsOf(staged)]) dirty.delete(file);
  const changes = (await changesBetween(git, head, tree)).filter(
    ({ path: file, before, after }) => dirty.has(file) && plainModes.has(before) && plainModes.has(after),
  );
  const texts = new Map<string, Uint8Array>();
  const names = changes.flatMap((one) => [`${head}:${one.path}`, `${tree}:${one.path}`]);
  orRefused(await machine.git.objects(own, names, (name, bytes) => texts.set(name, Buffer.from(bytes)), signal));
  const half: Change[] = [];
  for (const file of dirty) {
    const now = driverFile.test(file) ? await lookAt(path.join(own.top, file), desk) : undefined;
    if (now && now !== 'other') half.push({ path: file, before: noMode, after: '100644' });
  }
  for (const one of changes) {
    const now = await lookAt(path.join(own.top, one.path), desk);
    if (now !== 'other' && isHalf(now, one, texts.get(`${head}:${one.path}`), texts.get(`${tree}:${one.path}`)))
      half.push(one);
  }
  return half;
}

/** What a merge makes. `unknown`: files that both sides have changed, of which git cannot tell it. */
async function resultOf(
  git: RepositoryGit,
  { head, theirs }: Sides,
): Promise<{ readonly tree: string; readonly unknown: readonly string[] }> {
  try {
    // Exits with 1 for conflicts, whose marks it writes as well.
    const said = await git(['merge-tree', '--write-tree', '-z', head, theirs], { fine: [1] });
    return { tree: said.split('\0')[0] ?? '', unknown: [] };
  } catch (error) {
    // Git can do that from 2.38 on.
    if (!(error instanceof Refused)) throw error;
    const base = (await git(['merge-base', head, theirs])).trim();
    return { tree: theirs, unknown: (await changesBetween(git, base, head)).map((one) => one.path) };
  }
}

async function changesBetween(git: RepositoryGit, one: string, other: string): Promise<readonly Change[]> {
  const fields = (await git(['diff-tree', '-r', '-z', '--raw', '--no-renames', one, other])).split('\0');
  // `:mode mode hash hash M`, then the path.
  return fields.flatMap((field, at) => {
    const [, before, after] = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ [A-Z]$/u.exec(field) ?? [];
    const file = fields[at + 1];
    return at % 2 > 0 || before === undefined || after === undefined || file === undefined
      ? []
      : [{ path: file, before, after }];
  });
}

interface PlainFile {
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

/** @returns undefined if there is none; `other`: it is no plain file, or below one. */
async function lookAt(file: string, { machine: { disk } }: Desk): Promise<PlainFile | 'other' | undefined> {
  try {
    const stats = await orNone(disk.lstat(file));
    if (!stats) return undefined;
    if (!stats.isFile()) return 'other';
    return { bytes: await disk.readFile(file), isExecutable: (stats.mode & 0o100) !== 0 };
  } catch (error) {
    if (isErrorCode(error, 'ENOTDIR') || isErrorCode(error, 'EACCES') || isErrorCode(error, 'ENOENT')) return 'other';
    throw error;
  }
}

/** Whether a file is as only the merge leaves it: a person, too, empties files, removes their last lines and changes modes. */
function isHalf(
  now: PlainFile | undefined,
  { after }: Change,
  was: Uint8Array | undefined,
  whole: Uint8Array | undefined,
): boolean {
  if (!now || !whole) return !now && !whole;
  const { bytes, isExecutable } = now;
  if (isExecutable !== (after === '100755')) return false;
  if (bytes.length === 0) return whole.length === 0 && !was;
  if (!startsWith(whole, bytes)) return false;
  return bytes.length === whole.length || !was || !startsWith(was, bytes);
}

function startsWith(whole: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(whole.subarray(0, start.length), start) === 0;
}

/** @returns undefined if there is no such file. */
function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}
