import path from 'node:path';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { hashFiles } from './hashFiles.js';
import { fieldsOf, type RepositoryGit, repositoryGit } from './repositoryGit.js';
import type { Loss } from '../../agents/sessionRecord.js';
import type { KeptFile, Snapshot, SnapshotNote } from './snapshot.js';
import { readRefs } from './takeSnapshot.js';

/**
 * What of a person's is not as it was when a snapshot was taken: files that were not committed then, branches, tags and stashes.
 *
 * @throws Refused if git fails; the signal's reason.
 */
export async function findLosses(
  machine: Machine,
  repository: GitRepository,
  { note }: Pick<Snapshot, 'note'>,
  signal: AbortSignal,
): Promise<readonly Loss[]> {
  const git = repositoryGit(machine, repository, signal);
  const now = await readRefs(git);
  const refs = await lostRefs(git, note, now.refs);
  const left = new Set(now.stashes.map(({ commit }) => commit));
  const stashes = note.stashes.filter(({ commit }) => !left.has(commit));
  return [
    ...(await lostFiles(machine, repository, git, note)),
    ...refs,
    ...stashes.map(({ message }): Loss => ({ kind: 'gone', name: `stash "${message}"` })),
  ];
}

async function lostRefs(
  git: RepositoryGit,
  { refs }: SnapshotNote,
  now: SnapshotNote['refs'],
): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  for (const [ref, before] of Object.entries(refs)) {
    const name = ref.replace(/^refs\/(?:heads|tags)\//u, '');
    const after = now[ref];
    if (after === undefined) losses.push({ kind: 'gone', name });
    else if (after !== before && !(await holds(git, after, before))) losses.push({ kind: 'moved', name });
  }
  return losses;
}

/** Whether a commit holds another one. */
export async function holds(git: RepositoryGit, commit: string, other: string): Promise<boolean> {
  const missing = await git(['rev-list', '--max-count=1', other, `^${commit}`], { fine: [128] });
  return missing.trim() === '';
}

async function lostFiles(
  machine: Machine,
  { top }: GitRepository,
  git: RepositoryGit,
  { files, deleted, beyond, head }: SnapshotNote,
): Promise<readonly Loss[]> {
  const exists = (file: string): Promise<boolean> => machine.disk.exists(path.join(top, ...file.split('/')));
  const losses: Loss[] = [];
  const there: KeptFile[] = [];
  for (const file of files) {
    if (await exists(file.path)) there.push(file);
    else losses.push({ kind: 'removed', name: file.path });
  }
  const plain = await plainFiles(machine, top, there);
  const hashes = await hashFiles(
    git,
    plain.map((file) => file.path),
    { write: false },
  );
  const differing = [
    ...plain.filter(({ blob }, index) => blob !== hashes[index]),
    ...there.filter((file) => file.mode !== '120000' && !plain.includes(file)),
  ];
  const committed = await blobsOf(
    git,
    head.commit,
    differing.map((file) => file.path),
  );
  for (const file of differing) {
    const now = hashes[plain.indexOf(file)];
    losses.push({
      kind: now !== undefined && committed.get(file.path) === now ? 'putBack' : 'changed',
      name: file.path,
    });
  }
  for (const file of deleted) if (await exists(file)) losses.push({ kind: 'broughtBack', name: file });
  for (const { path: file } of beyond) if (!(await exists(file))) losses.push({ kind: 'beyond', name: file });
  return losses;
}

/** Those that are files still, and no folders or links. */
async function plainFiles(machine: Machine, top: string, files: readonly KeptFile[]): Promise<readonly KeptFile[]> {
  const plain: KeptFile[] = [];
  for (const file of files) {
    if (file.mode === '120000') continue;
    const stats = await machine.disk.lstat(path.join(top, ...file.path.split('/'))).catch(() => undefined);
    if (stats?.isFile()) plain.push(file);
  }
  return plain;
}

/** The blobs that a commit has of some files. */
async function blobsOf(
  git: RepositoryGit,
  commit: string | undefined,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (commit === undefined || paths.length === 0) return new Map();
  const said = await git(['ls-tree', '-r', '-z', commit]);
  const wanted = new Set(paths);
  return new Map(
    fieldsOf(said).flatMap((line): (readonly [string, string])[] => {
      const [, blob, name] = /^\d+ blob ([0-9a-f]+)\t(.*)$/su.exec(line) ?? [];
      return blob !== undefined && name !== undefined && wanted.has(name) ? [[name, blob]] : [];
    }),
  );
}
