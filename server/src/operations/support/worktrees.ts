import path from 'node:path';
import { findDefaultBranch, tipsOfBranch } from '../../workspace/git/defaultBranch.js';
import { itemsInName } from '../../workspace/git/commits.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { GitWorktree } from '../../workspace/ports.js';
import { relativePath } from '../../base/relativePath.js';
import type { WorktreeDesk, WorktreeKept } from '../../workspace/worktreePort.js';
import { Refused } from '../errorCodes.js';
import type { StepDraft } from '../step.js';
import type { Stray } from '../worktrees/answers.js';

/** What git writes into the lock of a worktree while it makes it. */
const beingMade = 'initializing';

/** Whether git has not come to an end with making it. */
export function isBeingMade({ lockReason }: GitWorktree): boolean {
  return lockReason === beingMade;
}

/** The items in the names of a worktree's branch and folder. */
export function itemsOf({ branch = '', path: folder }: GitWorktree): readonly string[] {
  return itemsInName(`${branch} ${path.basename(folder)}`);
}

/** The folder of the main checkout, or the one that a bare repository would have. */
export function mainFolder({ repository, listed }: Pick<WorktreeDesk, 'repository' | 'listed'>): string {
  // Git does not know it for certain where its own folder is elsewhere.
  if (repository.gitFolder === repository.commonFolder) return repository.top;
  const [main] = listed;
  const folder = main?.path ?? repository.top;
  return main?.bare ? folder.replace(/(?<=[^\\/])\.git$/, '') : folder;
}

/**
 * The folder that worktrees are made in: beside the main checkout, as one inside would be looked through by all that looks through
 * the checkout.
 */
export function worktreesFolder(desk: Pick<WorktreeDesk, 'repository' | 'listed'>): string {
  return `${mainFolder(desk)}.worktrees`;
}

/** Where work is merged into: its name, as far as it is known, and the commits it goes up to, here and at the remote. */
export function mergeTarget(
  { refs }: Pick<WorktreeDesk, 'refs'>,
  { defaultBranch }: Pick<Configuration, 'defaultBranch'>,
): { readonly name?: string; readonly tips: readonly string[] } {
  const name = findDefaultBranch(refs, defaultBranch);
  return { ...(name === undefined ? {} : { name }), tips: tipsOfBranch(refs, name) };
}

/**
 * What would be lost with what git keeps for a worktree, be its folder there or gone: commits that no branch or tag leads to.
 *
 * @returns what there is, and the way out, as half a sentence that goes on from its path; undefined if nothing is.
 */
export async function looseCommits(
  desk: WorktreeDesk,
  one: GitWorktree,
  kept: WorktreeKept,
): Promise<string | undefined> {
  const tips = tipsOfAll(desk);
  const { branch, head } = one;
  if (branch === undefined && head !== undefined && (await desk.countBeyond(head, tips)) > 0)
    return `has commits on no branch: keep them with \`git branch NAME ${head}\` first`;
  for (const { name, commit } of kept.refs)
    if ((await desk.countBeyond(commit, tips)) > 0)
      return `has commits that only its own ${name} refers to: keep them with \`git branch NAME ${commit}\` first`;
  return undefined;
}

/** As `looseCommits`, of a worktree whose folder is gone: git still has what was staged, put aside or committed in submodules. */
export async function lostIfForgotten(desk: WorktreeDesk, one: GitWorktree): Promise<string | undefined> {
  const kept = await desk.kept(one);
  const loose = await looseCommits(desk, one, kept);
  if (loose !== undefined) return loose;
  const { goingOn, submodules, staged } = kept;
  const what = [
    goingOn === undefined ? '' : `the state of a ${goingOn} in progress`,
    staged.length === 0 ? '' : `what was staged (${somePaths(staged)})`,
    submodules.length === 0 ? '' : `the repositories of its submodules (${somePaths(submodules)})`,
  ].filter((part) => part !== '');
  if (what.length === 0) return undefined;
  const place = one.path;
  return `is gone, and only git still has ${what.join(' and ')}: to restore it, create the folder, then run \`git worktree repair\` and \`git -C "${place}" restore .\`; to discard it, run \`git worktree prune\``;
}

/** @returns undefined if there is no remote branch. */
export async function countUnpushed(desk: WorktreeDesk, head: string): Promise<number | undefined> {
  const remote = tipsOfAll(desk, 'refs/remotes/');
  return remote.length === 0 ? undefined : desk.countBeyond(head, remote);
}

function tipsOfAll({ refs }: WorktreeDesk, prefix = ''): readonly string[] {
  const tips = refs.refs.flatMap(({ name, commit }) =>
    commit !== undefined && name.startsWith(prefix) ? [commit] : [],
  );
  return [...new Set(tips)];
}

/**
 * The worktree that a person named, by item or path.
 *
 * @throws Refused if there is none, or more than one.
 */
export async function findWorktree(desk: WorktreeDesk, name: string): Promise<GitWorktree> {
  const { listed } = desk;
  const candidates = (some: readonly GitWorktree[]): readonly string[] => some.map((one) => one.path);
  if (path.isAbsolute(name)) {
    const real = await desk.realOf(name);
    for (const one of listed) if (one.path === name || (await desk.realOf(one.path)) === real) return one;
    throw new Refused('not-found', `${name} is not a worktree of this repository`, candidates(listed));
  }
  const own = listed.filter((one) => itemsOf(one).includes(name));
  // The main checkout is never removed, whatever it has checked out: another one is meant where there is one.
  const linked = own.filter(({ main }) => !main);
  const [first, second] = linked.length > 0 ? linked : own;
  if (!first) throw new Refused('not-found', `${name} has no worktree`, candidates(listed.slice(1)));
  if (second)
    throw new Refused('ambiguous', `${name} has several worktrees: specify one by its path`, candidates(linked));
  return first;
}

/** The worktrees whose folder is in the one of another. */
export function worktreesBelow({ listed }: WorktreeDesk, folder: string): readonly GitWorktree[] {
  return listed.filter((one) => one.path !== folder && !one.bare && relativePath(folder, one.path) !== undefined);
}

/** A few paths of a list, for one line. */
export function somePaths(paths: readonly string[]): string {
  const most = 5;
  const more = paths.length - most;
  return `${paths.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Makes git forget a worktree whose folder is gone: it would make no other one of its branch. */
export async function forgetSteps(desk: WorktreeDesk, { path: place }: GitWorktree): Promise<StepDraft[]> {
  const isThere = (await desk.occupancyOf(place)) === 'remains';
  return [
    // Git forgets none that is there as much as by an empty folder.
    ...(isThere ? [removeRemains(place)] : []),
    { kind: 'git', args: ['worktree', 'remove', place], summary: `prune the deleted worktree ${place}` },
  ];
}

export function removeRemains(place: string): StepDraft {
  return { kind: 'remains', path: place, summary: `remove the empty folder ${place}` };
}

/** The folders among the worktrees that are none: what somebody put there, or what was left behind. */
export async function findStrays(desk: WorktreeDesk): Promise<readonly Stray[]> {
  const strays: Stray[] = [];
  const known = new Set(await Promise.all(desk.listed.map((one) => desk.realOf(one.path))));
  for (const folder of await desk.foldersIn(await desk.realOf(worktreesFolder(desk))))
    if (!known.has(folder)) strays.push({ path: folder, holdsFiles: (await desk.occupancyOf(folder)) === 'occupied' });
  return strays;
}
