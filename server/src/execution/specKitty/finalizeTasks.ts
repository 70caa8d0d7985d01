import { createPathFilter } from '../../base/globs.js';
import { HostRefusal, timeText } from '../../sources/specKitty/contract.js';
import { completedText, lanesOf, overlapsOf, problemsOf } from '../../sources/specKitty/finalize.js';
import {
  laneNow,
  type Mission,
  missionBranch,
  missionsFolder,
  sortedPackages,
} from '../../sources/specKitty/mission.js';
import { runQuietly } from '../programs/runQuietly.js';
import { commitOf } from '../runs/packetPlace.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import type { HostData } from './hostCalls.js';
import { appendEvents, changeMission, type MissionDesk, writeMissionFile } from './missionDesk.js';

/**
 * Makes the tasks of a mission final: checks its work packages, completes their front matter, computes the lanes, puts each new
 * package into the lane `planned`, and commits the mission's files.
 *
 * @throws HostRefusal with all that is wrong, and then nothing was changed.
 */
export async function finalizeTasks(desk: MissionDesk, slug: string): Promise<HostData> {
  return changeMission(desk, slug, async (mission) => {
    const git = repositoryGit(desk.machine, desk.repository, desk.signal);
    const target = mission.target ?? (await git(['symbolic-ref', '--short', 'HEAD'])).trim();
    const files = fieldsOf(await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']));
    const problems = problemsOf(mission, (glob) => files.some(createPathFilter([`/${glob}`])));
    const computed = lanesOf(mission);
    const wrong = problems.length === 0 && computed.kind === 'wrong' ? [computed.why] : problems;
    if (wrong.length > 0 || computed.kind === 'wrong')
      throw new HostRefusal('MISSION_NOT_READY', wrong.join('; '), { problems: wrong });
    for (const one of mission.packages)
      await writeMissionFile(
        desk,
        slug,
        one.path.slice(`${missionsFolder}/${slug}/`.length),
        completedText(mission, one, target),
      );
    const commit = (await commitOf(git, 'HEAD')) ?? null;
    const lanes = {
      version: 1,
      mission_slug: slug,
      mission_id: mission.id,
      mission_branch: missionBranch(mission),
      target_branch: target,
      lanes: computed.lanes,
      computed_at: timeText(desk.machine.clock() * 1000),
      computed_from: 'dependency_graph+ownership',
      planning_artifact_wps: computed.planning,
      planning_commit_sha: commit,
    };
    if (
      JSON.stringify(mission.lanesFile?.lanes) !== JSON.stringify(computed.lanes) ||
      mission.lanesFile?.target_branch !== target
    )
      await writeMissionFile(desk, slug, 'lanes.json', `${JSON.stringify(lanes, undefined, 2)}\n`);
    await bootstrap(desk, mission);
    return {
      result: 'success',
      mission_slug: slug,
      work_packages: sortedPackages(mission).map(({ id }) => id),
      lanes: computed.lanes.map(({ lane_id: lane, wp_ids: ids }) => ({ lane_id: lane, wp_ids: ids })),
      warnings: overlapsOf(mission),
      commit: await commitMission(desk, slug, `chore(${slug}): finalize tasks`),
    };
  });
}

/** The first events of a mission, and of packages that came later. */
async function bootstrap(desk: MissionDesk, mission: Mission): Promise<void> {
  const fresh = sortedPackages(mission).filter(({ id }) => laneNow(mission, id) === 'uninitialized');
  if (fresh.length === 0) return;
  await appendEvents(
    desk,
    mission,
    fresh.map(({ id }) => ({
      actor: 'finalize-tasks',
      evidence: null,
      execution_mode: 'worktree',
      force: false,
      from_lane: 'genesis',
      mission_slug: mission.slug,
      policy_metadata: null,
      reason: 'canonical bootstrap',
      review_ref: null,
      to_lane: 'planned',
      wp_id: id,
    })),
  );
}

/** Commits what changed in the folder of a mission and nothing else. @returns the commit; null if nothing changed. */
export async function commitMission(desk: MissionDesk, slug: string, message: string): Promise<string | null> {
  const git = repositoryGit(desk.machine, desk.repository, desk.signal);
  const folder = `${missionsFolder}/${slug}`;
  if ((await git(['status', '--porcelain', '--', folder])).trim() === '') return null;
  await git(['add', '--', folder]);
  const { code, errors } = await runQuietly('git', ['commit', '--quiet', '-m', message, '--', folder], desk.root, desk);
  if (code !== 0)
    throw new HostRefusal(
      'HISTORY_COMMIT_FAILED',
      `${folder} was not committed: ${errors.trim().split('\n').at(-1) ?? ''}`,
    );
  return (await commitOf(git, 'HEAD')) ?? null;
}
