import path from 'node:path';
import { parseJson } from '../../base/json.js';
import { read } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { holds } from './findLosses.js';
import { type RepositoryGit, repositoryGit } from './repositoryGit.js';
import { type KeptFile, type Snapshot, snapshotNote, type SnapshotNote, snapshotRef } from './snapshot.js';
import { readRefs, takeSnapshot } from './takeSnapshot.js';

/** @returns undefined if there is none of that name. @throws Refused if it cannot be read */
export async function readSnapshot(
  machine: Machine,
  repository: GitRepository,
  name: string,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  const git = repositoryGit(machine, repository, signal);
  const ref = snapshotRef(name);
  const text = await git(['cat-file', 'blob', `${ref}:snapshot.json`], { fine: [128] });
  if (text === '') return undefined;
  const note = read(snapshotNote, parseJson(text));
  if (!note) throw new Refused('failed', `the snapshot ${ref} is of another version of Pactwright`);
  return { note };
}

/**
 * Puts a worktree back to a snapshot, whole: HEAD, branches, tags, stashes, the index and every file that was there. What is there now
 * goes into a snapshot of its own before, so that this can be undone as well. Branches and stashes that were made since stay.
 *
 * @param name of the snapshot of what is there now.
 * @returns the names of files that could not be written, each with why.
 * @throws Refused if git fails; the signal's reason.
 */
export async function restoreSnapshot(
  machine: Machine,
  repository: GitRepository,
  { note }: Snapshot,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const git = repositoryGit(machine, repository, signal);
  const now = await takeSnapshot(machine, repository, name, signal);
  await removeNewFiles(machine, repository, note, now.note);
  await restoreRefs(git, note);
  await restoreStashes(git, note);
  await git(
    note.head.commit === undefined ? ['read-tree', '--empty'] : ['reset', '--quiet', '--hard', note.head.commit],
  );
  const failures: string[] = [];
  for (const file of note.files) {
    const why = await restoreFile(machine, repository, git, file, signal);
    if (why !== undefined) failures.push(`${file.path}: ${why}`);
  }
  for (const file of note.deleted)
    await machine.disk.rm(path.join(repository.top, ...file.split('/')), { force: true });
  if (note.index !== undefined) {
    const why = await machine.writeBlob(repository.top, note.index, path.join(repository.gitFolder, 'index'), signal);
    if (why !== undefined) failures.push(`git's index: ${why}`);
  }
  return failures;
}

async function restoreRefs(git: RepositoryGit, { head, refs }: SnapshotNote): Promise<void> {
  if (head.branch !== undefined) await git(['symbolic-ref', 'HEAD', head.branch]);
  else if (head.commit !== undefined) await git(['update-ref', '--no-deref', 'HEAD', head.commit]);
  const { refs: now } = await readRefs(git);
  const changed: [string, string][] = [];
  for (const [ref, hash] of Object.entries(refs)) {
    const after = now[ref];
    // What others have added to a branch meanwhile is theirs.
    if (after !== hash && (ref === head.branch || after === undefined || !(await holds(git, after, hash))))
      changed.push([ref, hash]);
  }
  if (changed.length > 0)
    await git(['update-ref', '-z', '--stdin'], {
      input: changed.map(([ref, hash]) => `update ${ref}\0${hash}\0\0`).join(''),
    });
}

/** Stashes are lines of a reflog: where one is missing the list is written again, those that came since on top. */
async function restoreStashes(git: RepositoryGit, { stashes }: SnapshotNote): Promise<void> {
  const { stashes: now } = await readRefs(git);
  const there = new Set(now.map(({ commit }) => commit));
  if (stashes.every(({ commit }) => there.has(commit))) return;
  const before = new Set(stashes.map(({ commit }) => commit));
  await git(['update-ref', '-d', 'refs/stash']);
  for (const { commit, message } of [...now.filter((one) => !before.has(one.commit)), ...stashes].toReversed())
    await git(['stash', 'store', '--message', message, commit]);
}

/** Files that came since: they are in the snapshot of now. Folders that git ignores stay. */
async function removeNewFiles(
  machine: Machine,
  { top }: GitRepository,
  before: SnapshotNote,
  now: SnapshotNote,
): Promise<void> {
  const kept = new Set([...before.files, ...before.beyond].map(({ path: file }) => file));
  for (const { path: file } of now.files) {
    const absolute = path.join(top, ...file.split('/'));
    if (!kept.has(file)) await machine.disk.rm(absolute, { force: true });
  }
}

async function restoreFile(
  machine: Machine,
  { top }: GitRepository,
  git: RepositoryGit,
  { path: name, blob, mode, permissions }: KeptFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = path.join(top, ...name.split('/'));
  await clearWay(machine, top, name);
  if (mode !== '120000') {
    const why = await machine.writeBlob(top, blob, file, signal);
    if (why === undefined) await machine.disk.chmod(file, permissions);
    return why;
  }
  const target = await git(['cat-file', 'blob', blob]);
  await machine.disk.rm(file, { force: true, recursive: true });
  await machine.disk.makeFolder(path.dirname(file));
  await machine.disk.symlink(target, file);
  return undefined;
}

/** A file where a folder was, or a folder where a file was, is in the snapshot of now and goes. */
async function clearWay({ disk }: Machine, top: string, name: string): Promise<void> {
  const parts = name.split('/');
  for (let depth = 1; depth <= parts.length; depth++) {
    const at = path.join(top, ...parts.slice(0, depth));
    const stats = await disk.lstat(at).catch(() => undefined);
    if (!stats) return;
    const isLast = depth === parts.length;
    if (isLast ? stats.isDirectory() || stats.isSymbolicLink() : !stats.isDirectory())
      return disk.rm(at, { recursive: true, force: true });
  }
}
