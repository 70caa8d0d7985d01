import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import { orRefused } from '../../operations/orRefused.js';
import type { GitRepository } from '../../workspace/ports.js';
import { uncommitted } from '../executor/commitFiles.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { commitOf } from './packetPlace.js';

/**
 * A git that was killed while it merged has written files, but neither index nor HEAD, and the next one takes them for somebody's work.
 * Restores the files that hold what the merge writes, or the beginning of it; all others stay as they are.
 *
 * @param theirs the commit that was being merged.
 * @returns whether there were any.
 * @throws Refused; the signal's reason.
 */
export async function undoHalfMerge(
  own: GitRepository,
  theirs: string,
  desk: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<boolean> {
  const { machine, signal } = desk;
  const dirty = await uncommitted(machine, own, signal);
  const git = repositoryGit(machine, own, signal);
  const head = dirty.length === 0 ? undefined : await commitOf(git, 'HEAD');
  if (head === undefined) return false;
  // Exits with 1 for conflicts, whose marks it writes as well.
  const merged = (await git(['merge-tree', '--write-tree', '-z', head, theirs], { fine: [1] })).split('\0')[0] ?? '';
  const texts = new Map<string, Uint8Array>();
  const names = dirty.flatMap((file) => [head, theirs, merged].map((tree) => `${tree}:${file}`));
  orRefused(await machine.git.objects(own, names, (name, bytes) => texts.set(name, Buffer.from(bytes)), signal));
  const mayBe = [theirs, merged];
  const half: string[] = [];
  for (const file of dirty) {
    const now = await readIfThere(path.join(own.top, file), desk);
    const isWritten = mayBe.some((tree) => {
      const whole = texts.get(`${tree}:${file}`);
      return now === undefined ? whole === undefined : whole !== undefined && startsWith(whole, now);
    });
    if (isWritten) half.push(file);
  }
  const kept = half.filter((file) => texts.has(`${head}:${file}`));
  if (kept.length > 0) await git(['checkout', '--quiet', head, '--', ...kept.map((file) => `:(literal)${file}`)]);
  for (const file of half) if (!kept.includes(file)) await machine.disk.unlink(path.join(own.top, file));
  return half.length > 0;
}

function startsWith(whole: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(whole.subarray(0, start.length), start) === 0;
}

function readIfThere(file: string, { machine }: Pick<PhaseDesk, 'machine'>): Promise<Uint8Array | undefined> {
  return machine.disk.readFile(file).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}
