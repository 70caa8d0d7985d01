import path from 'node:path';
import type { GitRepository } from '../../workspace/ports.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { keptMs } from '../agents/clearSessions.js';
import { hashFiles } from '../snapshots/hashFiles.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';

type Desk = Pick<PhaseDesk, 'machine' | 'signal'>;

/** A file that differs between two trees, or from `HEAD`, with its modes as git writes them. */
export interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The mode of a file that is not there. */
export const noMode = '000000';

const kinds = ['half-merges', 'half-closings'] as const;

/** Keeps files that a killed process has left as they are in a commit behind `HEAD`. @returns its ref. */
export async function keepLeft(
  own: GitRepository,
  head: string,
  left: readonly Change[],
  { kind, message }: { readonly kind: (typeof kinds)[number]; readonly message: string },
  desk: Desk,
): Promise<string> {
  const { machine, signal } = desk;
  const git = repositoryGit(machine, own, signal);
  const there = left.filter(({ after }) => after !== noMode).map((one) => one.path);
  const blobs = await hashFiles(git, there, { write: true });
  const blobOf = new Map(there.map((file, at) => [file, blobs[at]]));
  const none = '0'.repeat(head.length);
  const entries = left.map(({ path: file, after }) => `${after} ${blobOf.get(file) ?? none}\t${file}\0`);
  const tree = await machine.withScratchFolder(async (scratch) => {
    const index = path.join(scratch, 'index');
    await git(['read-tree', head], { index });
    await git(['update-index', '-z', '--index-info'], { index, input: entries.join('') });
    return (await git(['write-tree'], { index })).trim();
  });
  const commit = (await git(['commit-tree', tree, '-p', head], { input: `${message}\n` })).trim();
  const ref = `refs/pactwright/${kind}/${machine.clock()}`;
  await git(['update-ref', ref, commit]);
  return ref;
}

/** Restores such files, and what the index says of them, as `HEAD` has them. */
export async function restoreLeft(
  own: GitRepository,
  head: string,
  left: readonly Change[],
  { machine, signal }: Desk,
): Promise<void> {
  const git = repositoryGit(machine, own, signal);
  const old = left.filter(({ before }) => before !== noMode);
  const fresh = left.filter(({ before }) => before === noMode).map((one) => one.path);
  if (old.length > 0)
    await git(['checkout', '--quiet', head, '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input: old.map((one) => `:(literal)${one.path}\0`).join(''),
    });
  // One that only the index has is not there.
  for (const file of fresh) await machine.disk.rm(path.join(own.top, file), { force: true });
  if (fresh.length > 0)
    await git(['update-index', '--force-remove', '-z', '--stdin'], {
      input: fresh.map((file) => `${file}\0`).join(''),
    });
}

/** Deletes the refs of what was kept so long ago that somebody who missed it has come for it. @throws Refused; the signal's reason. */
export async function pruneLeft(own: GitRepository, { machine, signal }: Desk): Promise<void> {
  const git = repositoryGit(machine, own, signal);
  const places = kinds.map((kind) => `refs/pactwright/${kind}`);
  const refs = (await git(['for-each-ref', '--format=%(refname)', ...places])).split('\n');
  const old = refs.filter((ref) => {
    const at = Number(/\/(\d+)$/u.exec(ref)?.[1]);
    return at < machine.clock() - keptMs;
  });
  if (old.length > 0)
    await git(['update-ref', '-z', '--stdin'], { input: old.map((ref) => `delete ${ref}\0\0`).join('') });
}
