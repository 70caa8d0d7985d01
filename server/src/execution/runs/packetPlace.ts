import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isErrorCode } from '../../base/errors.js';
import { isUnfinished } from '../../base/leftoverWrite.js';
import { branchOfItem } from '../../operations/support/itemBranch.js';
import { orRefused } from '../../operations/orRefused.js';
import type { GitRepository, GitWorktree } from '../../workspace/ports.js';
import type { ComparedCommits } from '../../workspace/worktreePort.js';
import { uncommitted } from '../executor/commitFiles.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import type { RepositoryGit } from '../snapshots/repositoryGit.js';

/** The repository of a run. */
export interface RunRepository {
  /** As the project’s folder has it. */
  readonly main: GitRepository;
  /** The branch that packets are merged into. */
  readonly target: string;
  /** Whether its packets are those of a plan file, not items. */
  readonly isPlanned?: boolean;
}

/** A local branch. */
export interface BranchPlace {
  readonly commit: string;
  /** Where it is checked out: absolute; undefined: nowhere, or that folder is gone. */
  readonly path: string | undefined;
}

/** Where a packet is worked on. */
export interface PacketPlace {
  readonly branch: string;
  /** The commit of the branch; undefined: there is none. */
  readonly tip: string | undefined;
  /** Undefined: there is none, or its folder is gone. */
  readonly worktree: Pick<GitWorktree, 'path'> | undefined;
  /** Where else the branch is checked out, as in the main folder: absolute. */
  readonly elsewhere: string | undefined;
  /** The commit of the target; undefined: it is gone. */
  readonly target: string | undefined;
}

type Desk = Pick<PhaseDesk, 'machine' | 'signal'>;

/** The branch of a packet, without `refs/heads/`. */
export function branchOfPacket({ isPlanned = false }: Pick<RunRepository, 'isPlanned'>, packet: string): string {
  return isPlanned ? `packet/${packet}` : branchOfItem(packet);
}

/** @throws Refused if git fails; the signal's reason. */
export async function findPacketPlace(repository: RunRepository, packet: string, desk: Desk): Promise<PacketPlace> {
  const { main, target } = repository;
  const branch = branchOfPacket(repository, packet);
  const found = await findBranches(main, [branch, target], desk);
  const own = found.get(branch);
  const isOwn = own?.path !== undefined && (await isLinked(main, own.path, desk));
  return {
    branch,
    tip: own?.commit,
    worktree: isOwn ? { path: own.path } : undefined,
    elsewhere: isOwn ? undefined : own?.path,
    target: found.get(target)?.commit,
  };
}

/** Whether a packet can be worked on in a folder: it is there, and not the main one, where nobody but the person works. */
export async function isLinked({ commonFolder }: GitRepository, folder: string, desk: Desk): Promise<boolean> {
  if (!(await isWorktree(folder, desk))) return false;
  return (await openWorktree({ path: folder }, '', desk)).gitFolder !== commonFolder;
}

/** Git lists those whose folder is gone, too. */
function isWorktree(folder: string, { machine }: Desk): Promise<boolean> {
  return machine.disk.exists(path.join(folder, '.git'));
}

/**
 * Local branches, by name, as they are at this moment.
 *
 * @throws Refused if git fails; the signal's reason.
 */
export async function findBranches(
  main: GitRepository,
  names: readonly string[],
  desk: Desk,
): Promise<ReadonlyMap<string, BranchPlace>> {
  const { git } = desk.machine;
  const refs = orRefused(await git.refs(main, desk.signal));
  const listed = orRefused(await git.worktrees(main, desk.signal, refs));
  const found = new Map<string, BranchPlace>();
  for (const name of names) {
    const commit = refs.refs.find((ref) => ref.name === `refs/heads/${name}`)?.commit;
    if (commit === undefined) continue;
    const place = listed.find(({ branch }) => branch === name)?.path;
    found.set(name, { commit, path: place !== undefined && (await isWorktree(place, desk)) ? place : undefined });
  }
  return found;
}

/** The commit that a name stands for; undefined if there is none. */
export async function commitOf(git: RepositoryGit, name: string): Promise<string | undefined> {
  const found = (await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { fine: [1] })).trim();
  return found === '' ? undefined : found;
}

/** How two commits stand to each other, by their hashes. @throws Refused; the signal's reason. */
export async function compareCommits(
  repository: GitRepository,
  one: string,
  other: string,
  { machine, signal }: Desk,
): Promise<ComparedCommits> {
  return orRefused(await machine.worktreeGit.compare(repository, one, other, signal));
}

export async function isAncestor(git: RepositoryGit, older: string, newer: string): Promise<boolean> {
  return (await git(['rev-list', '--max-count=1', older, '--not', newer, '--'])).trim() === '';
}

/** The repository as a worktree has it. @throws Refused */
export async function openWorktree(
  worktree: Pick<GitWorktree, 'path'>,
  prefix: string,
  { machine, signal }: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<GitRepository> {
  return orRefused(await machine.git.repository(path.join(worktree.path, prefix), signal));
}

/**
 * Removes what killed processes left in a worktree and on a branch that only the run uses: locks of git, and files that Pactwright was
 * writing.
 *
 * @param quietMs another process may be at it, so that only what does not change for so long is removed; 0: none was when this was
 * called, so that what is younger is somebody's.
 * @throws the signal's reason.
 */
export async function removeLeftovers(
  { main }: RunRepository,
  { branch, worktree }: PacketPlace,
  desk: Desk,
  quietMs = 0,
): Promise<void> {
  const { clock, disk } = desk.machine;
  const asked = clock();
  const files: [string, number][] = [
    [path.join(main.commonFolder, 'refs', 'heads', ...`${branch}.lock`.split('/')), quietMs],
  ];
  if (worktree) {
    const own = await openWorktree(worktree, '', desk);
    const { gitFolder } = own;
    const wait = quietMs > 0 && (await isDeserted(own, desk)) ? 0 : quietMs;
    for (const file of await uncommitted(desk.machine, own, desk.signal))
      if (isUnfinished(path.basename(file))) files.push([path.join(own.top, file), wait]);
    // Of a folder that is no worktree's own nothing is removed.
    if (gitFolder !== main.commonFolder)
      for (const name of ['index.lock', 'HEAD.lock', 'ORIG_HEAD.lock', 'MERGE_HEAD.lock'])
        files.push([path.join(gitFolder, name), wait]);
  }
  for (const [file, wait] of files) {
    if (!(await (wait > 0 ? isQuiet(file, wait, desk) : isOlder(file, asked, desk)))) continue;
    await disk.unlink(file).catch((error: unknown) => {
      if (!isErrorCode(error, 'ENOENT')) throw error;
    });
  }
}

/** Whether no process works in a worktree, as far as the system tells: what is being written there is then of one that was killed. */
async function isDeserted({ top }: GitRepository, { machine }: Desk): Promise<boolean> {
  const { found, areAllKnown } = await machine.disk.occupantsOf(top);
  return areAllKnown && found.length === 0;
}

/** Waits until no process works in a worktree, as far as the system tells, and no longer than `mostMs`. */
export async function untilDeserted({ top }: GitRepository, mostMs: number, { machine, signal }: Desk): Promise<void> {
  const { clock, disk } = machine;
  for (const until = clock() + mostMs; clock() < until;) {
    if ((await disk.occupantsOf(top)).found.length === 0) return;
    await pause(100, undefined, { signal });
  }
}

/** Waits as long as that may take. @returns whether a file is gone, or has not changed for so long. */
function isQuiet(file: string, quietMs: number, desk: Desk): Promise<boolean> {
  return areQuiet(() => changedAt(file, desk), quietMs, desk);
}

/** The same of several. @param newest when one of them was last changed, in milliseconds since 1970; undefined: they are gone. */
export async function areQuiet(
  newest: () => Promise<number | undefined>,
  quietMs: number,
  { machine: { clock }, signal }: Desk,
): Promise<boolean> {
  for (const until = clock() + quietMs; ;) {
    const at = await newest();
    const now = clock();
    const left = at === undefined ? 0 : at + quietMs - now;
    if (left <= 0) return true;
    if (now >= until) return false;
    await pause(Math.min(left, 500), undefined, { signal });
  }
}

/** Whether a file is gone, or was there before a moment. */
async function isOlder(file: string, moment: number, desk: Desk): Promise<boolean> {
  return ((await changedAt(file, desk)) ?? moment) <= moment;
}

/** When a file was last changed, in milliseconds since 1970; undefined: it is gone. */
export async function changedAt(file: string, { machine }: Desk): Promise<number | undefined> {
  return (await machine.disk.lstat(file).catch(() => undefined))?.mtimeMs;
}
