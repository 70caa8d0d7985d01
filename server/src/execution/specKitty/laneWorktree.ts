import path from 'node:path';
import { HostRefusal } from '../../sources/specKitty/contract.js';
import { type LanePlace, type Mission, placeOfLane } from '../../sources/specKitty/mission.js';
import { runQuietly } from '../programs/runQuietly.js';
import { commitOf } from '../runs/packetPlace.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import type { MissionDesk } from './missionDesk.js';

/** Where a work package is worked on. */
export interface Workspace {
  /** Absolute. */
  readonly folder: string;
  /** Undefined: the main checkout. */
  readonly lane: LanePlace | undefined;
}

/** @throws HostRefusal where the lanes are not computed, or do not hold the package. */
export function workspaceOf({ root }: MissionDesk, mission: Mission, wp: string): Workspace {
  const { lanesFile, slug } = mission;
  if (!lanesFile?.lanes.some(({ wp_ids: ids }) => ids.includes(wp)))
    throw new HostRefusal(
      'LANE_ALLOCATION_FAILED',
      `${wp} has no lane: run \`pactwright agent mission finalize-tasks --mission ${slug}\``,
    );
  const lane = placeOfLane(lanesFile, wp);
  return { folder: lane ? path.join(root, ...lane.worktree.split('/')) : root, lane };
}

/**
 * Makes the worktree of a lane, if there is none yet, with what the lanes before it have made. It notes the commit that the package
 * begins at, by which is seen later whether it has made anything.
 *
 * @throws HostRefusal; Refused if git fails.
 */
export async function openWorkspace(desk: MissionDesk, mission: Mission, wp: string): Promise<Workspace> {
  const workspace = workspaceOf(desk, mission, wp);
  const { lane, folder } = workspace;
  if (!lane) return workspace;
  const git = repositoryGit(desk.machine, desk.repository, desk.signal);
  const target = mission.lanesFile?.target_branch ?? '';
  if ((await commitOf(git, `refs/heads/${lane.base}`)) === undefined) {
    const start = await commitOf(git, `refs/heads/${target}`);
    if (start === undefined) throw new HostRefusal('LANE_ALLOCATION_FAILED', `there is no branch ${target}`);
    await git(['branch', '--no-track', lane.base, start]);
  }
  if (!(await isWorktree(desk, folder))) {
    const isNew = (await commitOf(git, `refs/heads/${lane.branch}`)) === undefined;
    const args = isNew ? ['--no-track', '-b', lane.branch, folder, lane.base] : [folder, lane.branch];
    await run(desk, ['worktree', 'add', '--quiet', ...args], desk.root, `the worktree of ${lane.branch}`);
  }
  const head = (await runQuietly('git', ['symbolic-ref', '--short', '--quiet', 'HEAD'], folder, desk)).output.trim();
  if (head !== lane.branch)
    throw new HostRefusal(
      'LANE_ALLOCATION_FAILED',
      `${folder} is on ${head || 'no branch'}, not on ${lane.branch}: switch to it`,
    );
  for (const need of lane.needs) await takeLane(desk, folder, lane.branch, need);
  const tip = await commitOf(git, `refs/heads/${lane.branch}`);
  if (tip !== undefined && (await commitOf(git, startRef(mission, wp))) === undefined)
    await git(['update-ref', startRef(mission, wp), tip]);
  return workspace;
}

/** Merges a lane that another one builds on. */
async function takeLane(desk: MissionDesk, folder: string, branch: string, need: string): Promise<void> {
  const git = repositoryGit(desk.machine, desk.repository, desk.signal);
  if ((await commitOf(git, `refs/heads/${need}`)) === undefined) return;
  const message = `Merge ${need} into ${branch}`;
  const { code } = await runQuietly('git', ['merge', '--no-edit', '--quiet', '-m', message, need], folder, desk);
  if (code === 0) return;
  await runQuietly('git', ['merge', '--abort'], folder, desk);
  throw new HostRefusal('LANE_ALLOCATION_FAILED', `${need} conflicts with ${branch}: merge it in ${folder} by hand`);
}

async function isWorktree({ machine, repository, signal }: MissionDesk, folder: string): Promise<boolean> {
  const listed = await machine.git.worktrees(repository, signal);
  return listed.kind === 'answer' && listed.value.some((one) => one.path === folder && !one.prunable);
}

async function run(desk: MissionDesk, args: readonly string[], folder: string, what: string): Promise<void> {
  const { code, errors } = await runQuietly('git', args, folder, desk);
  if (code === 0) return;
  const said = errors.trim().split('\n').at(-1) ?? '';
  throw new HostRefusal('LANE_ALLOCATION_FAILED', `${what} was not created: ${said}`);
}

function startRef({ slug }: Mission, wp: string): string {
  return `refs/pactwright/spec-kitty/${slug}/${wp}`;
}

/** Whether something was committed for a package since it was started. */
export async function hasCommits(desk: MissionDesk, mission: Mission, wp: string): Promise<boolean> {
  const { lane } = workspaceOf(desk, mission, wp);
  // Planning documents are written in the main checkout, beside the work of people.
  if (!lane) return true;
  const git = repositoryGit(desk.machine, desk.repository, desk.signal);
  const tip = await commitOf(git, `refs/heads/${lane.branch}`);
  const start = (await commitOf(git, startRef(mission, wp))) ?? (await commitOf(git, `refs/heads/${lane.base}`));
  return (
    tip !== undefined &&
    start !== undefined &&
    (await git(['rev-list', '--max-count=1', tip, '--not', start])).trim() !== ''
  );
}
