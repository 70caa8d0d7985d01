import path from 'node:path';
import { HostRefusal, timeText } from '../../sources/specKitty/contract.js';
import { laneNow, type Mission, placeOfLane, sortedPackages } from '../../sources/specKitty/mission.js';
import { runQuietly } from '../programs/runQuietly.js';
import { commitOf, isAncestor } from '../runs/packetPlace.js';
import { repositoryGit, type RepositoryGit } from '../snapshots/repositoryGit.js';
import { commitMission } from './finalizeTasks.js';
import { type HostData, marksOf } from './hostCalls.js';
import { appendEvents, changeMission, type MissionDesk, readMission, writeMissionFile } from './missionDesk.js';

/** Accepts a mission whose packages are all approved or done. @throws HostRefusal */
export async function acceptMission(desk: MissionDesk, slug: string, actor: string): Promise<HostData> {
  return changeMission(desk, slug, async (mission) => {
    const { approved, done } = requireReviewed(mission);
    const accepted = timeText(desk.machine.clock() * 1000);
    const meta = { ...mission.metaFields, accepted_at: accepted, accepted_by: actor, acceptance_mode: 'auto' };
    await writeMissionFile(desk, slug, 'meta.json', `${JSON.stringify(meta, undefined, 2)}\n`);
    return {
      ...marksOf(mission),
      accepted: true,
      mode: 'auto',
      accepted_at: accepted,
      accepted_wps: [...approved, ...done].sort(),
      approved_wps: approved,
      done_wps: done,
      merge_pending_wps: approved,
    };
  });
}

interface Reviewed {
  readonly approved: readonly string[];
  readonly done: readonly string[];
}

function requireReviewed(mission: Mission): Reviewed {
  const open: string[] = [];
  const found = { approved: [] as string[], done: [] as string[] };
  for (const { id } of sortedPackages(mission)) {
    const lane = laneNow(mission, id);
    if (lane === 'approved' || lane === 'done') found[lane].push(id);
    else if (lane !== 'canceled') open.push(`${id} (${lane})`);
  }
  if (open.length > 0)
    throw new HostRefusal('MISSION_NOT_READY', `not approved or done: ${open.join(', ')}`, { incomplete_wps: open });
  return found;
}

/** How lanes get into the target. */
export const mergeStrategies = ['merge', 'squash', 'rebase'] as const;

export interface MergeCall {
  readonly mission: string;
  readonly target: string | undefined;
  readonly strategy: string;
  readonly push: boolean;
  readonly actor: string;
}

/**
 * Merges the lanes of a mission into its target: all in a worktree aside, so that the target moves once, and only if all of them
 * merge. Then what was approved is done.
 *
 * @throws HostRefusal for a mission that is not ready, and for a conflict: then nothing has moved.
 */
export async function mergeMission(desk: MissionDesk, call: MergeCall): Promise<HostData> {
  const { mission: slug, strategy, push, actor } = call;
  if (!mergeStrategies.some((one) => one === strategy))
    throw new HostRefusal('UNSUPPORTED_STRATEGY', `--strategy takes ${mergeStrategies.join(', ')}, not '${strategy}'`);
  return changeMission(desk, slug, async (mission) => {
    const { approved, done } = requireReviewed(mission);
    const target = call.target ?? mission.lanesFile?.target_branch ?? mission.target ?? 'main';
    const branches = branchesOf(mission, [...approved, ...done]);
    await commitMission(desk, slug, `chore(${slug}): record status`);
    await moveTarget(desk, { mission, branches, target, strategy });
    const { status, metaFields } = mission;
    if (approved.length > 0) {
      const events = approved.map((id) => ({
        actor,
        evidence: { review: status.work_packages[id]?.review_result ?? null },
        execution_mode: 'direct_repo',
        force: false,
        from_lane: 'approved',
        mission_slug: slug,
        policy_metadata: null,
        reason: `merged into ${target}`,
        review_ref: null,
        to_lane: 'done',
        wp_id: id,
      }));
      await appendEvents(desk, await readMission(desk, slug), events);
    }
    const merged = { ...metaFields, merged_at: timeText(desk.machine.clock() * 1000), merged_into: target };
    await writeMissionFile(desk, slug, 'meta.json', `${JSON.stringify(merged, undefined, 2)}\n`);
    await commitMission(desk, slug, `chore(${slug}): record the merge`);
    if (push) await git(desk, desk.root, ['push', 'origin', target], `${target} was not pushed`);
    return {
      ...marksOf(mission),
      merged: true,
      target_branch: target,
      strategy,
      merged_wps: [...approved, ...done].sort(),
      worktree_removed: false,
    };
  });
}

/** Runs git as the person does. @throws HostRefusal */
async function git(desk: MissionDesk, folder: string, args: readonly string[], what: string): Promise<void> {
  const { code, output, errors } = await runQuietly('git', args, folder, desk);
  const said = [...output.split('\n'), ...errors.split('\n')].map((line) => line.trim());
  // Git names the files, and says last of all no more than that it is `Aborting`.
  if (code !== 0) throw new HostRefusal('PREFLIGHT_FAILED', `${what}: ${said.filter(Boolean).slice(-5).join(' ')}`);
}

/**
 * The branches of the lanes that hold one of these packages, in the order in which they build on each other. A lane all of whose
 * packages were canceled is not merged.
 *
 * @throws HostRefusal for a package without a lane.
 */
function branchesOf({ lanesFile, slug }: Mission, packages: readonly string[]): readonly string[] {
  const lanes = lanesFile?.lanes ?? [];
  const lost = packages.filter((wp) => !lanes.some(({ wp_ids: ids }) => ids.includes(wp)));
  if (lost.length > 0)
    throw new HostRefusal('PREFLIGHT_FAILED', `lanes.json of ${slug} has no lane of ${lost.join(', ')}`);
  const inOrder = [...lanes].sort((one, other) => one.parallel_group - other.parallel_group);
  return inOrder.flatMap(({ wp_ids: ids }) => {
    const wp = ids.find((id) => packages.includes(id));
    return (lanesFile && wp !== undefined ? placeOfLane(lanesFile, wp) : undefined)?.branch ?? [];
  });
}

interface TargetMove {
  readonly mission: Mission;
  readonly branches: readonly string[];
  readonly target: string;
  readonly strategy: string;
}

async function moveTarget(desk: MissionDesk, { mission, branches, target, strategy }: TargetMove): Promise<void> {
  const { machine, repository, root, signal } = desk;
  const own = repositoryGit(machine, repository, signal);
  const old = await commitOf(own, `refs/heads/${target}`);
  if (old === undefined) throw new HostRefusal('PREFLIGHT_FAILED', `there is no branch ${target}`);
  const tip = await machine.withScratchFolder(async (scratch) => {
    const place = path.join(scratch, 'merge');
    await git(desk, root, ['worktree', 'add', '--quiet', '--detach', place, old], 'there is no place to merge in');
    try {
      for (const branch of branches) await takeLane(desk, { own, place, branch, strategy, slug: mission.slug });
      return (await runQuietly('git', ['rev-parse', 'HEAD'], place, desk)).output.trim();
    } finally {
      await runQuietly('git', ['worktree', 'remove', '--force', place], root, desk);
    }
  });
  if (tip === old) return;
  const head = (await runQuietly('git', ['symbolic-ref', '--short', '--quiet', 'HEAD'], root, desk)).output.trim();
  if (head !== target)
    await git(desk, root, ['update-ref', `refs/heads/${target}`, tip, old], `${target} was not moved`);
  // Git refuses itself where that would overwrite what is not committed.
  else await git(desk, root, ['merge', '--ff-only', '--quiet', tip], `${target} was not moved`);
}

interface LaneMerge {
  readonly own: RepositoryGit;
  /** Where it is merged: absolute. */
  readonly place: string;
  readonly branch: string;
  readonly strategy: string;
  readonly slug: string;
}

async function takeLane(desk: MissionDesk, { own, place, branch, strategy, slug }: LaneMerge): Promise<void> {
  const lane = `refs/heads/${branch}`;
  if ((await commitOf(own, lane)) === undefined)
    throw new HostRefusal(
      'PREFLIGHT_FAILED',
      `there is no branch ${branch}: restore it, or create it at the target if that has its work already`,
    );
  const here = (await runQuietly('git', ['rev-parse', 'HEAD'], place, desk)).output.trim();
  if (await isAncestor(own, lane, here)) return;
  const conflict = `${branch} does not merge: resolve the conflict in its worktree`;
  const message = `Merge ${branch} of ${slug}`;
  if (strategy === 'merge')
    return git(desk, place, ['merge', '--no-ff', '--no-edit', '--quiet', '-m', message, lane], conflict);
  if (strategy === 'squash') {
    await git(desk, place, ['merge', '--squash', '--quiet', lane], conflict);
    const { code } = await runQuietly('git', ['diff', '--cached', '--quiet'], place, desk);
    return code === 0 ? undefined : git(desk, place, ['commit', '--quiet', '-m', message], conflict);
  }
  await git(desk, place, ['checkout', '--quiet', '--detach', lane], conflict);
  await git(desk, place, ['rebase', '--quiet', here], conflict);
}
