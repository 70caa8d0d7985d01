import { HostRefusal } from '../../sources/specKitty/contract.js';
import { sortedPackages, subtasksOf } from '../../sources/specKitty/mission.js';
import type { HostData } from './hostCalls.js';
import { appendEvents, changeMission, type MissionDesk } from './missionDesk.js';

/** Notes how far subtasks are. @throws HostRefusal for one that no work package has; then nothing is noted. */
export async function markStatus(
  desk: MissionDesk,
  slug: string,
  { ids, status, actor }: { readonly ids: readonly string[]; readonly status: string; readonly actor: string },
): Promise<HostData> {
  return changeMission(desk, slug, async (mission) => {
    const owners = ids.map((id) => {
      const owner = sortedPackages(mission).find((wp) => subtasksOf(mission, wp).includes(id));
      if (!owner) throw new HostRefusal('WP_NOT_FOUND', `no work package of ${slug} has the subtask ${id}`);
      return { id, wp: owner.id };
    });
    await appendEvents(
      desk,
      mission,
      owners.map(({ id, wp }) => ({ kind: 'annotation', actor, wp_id: wp, delta: { subtasks: { [id]: status } } })),
    );
    return { result: 'success', mission_slug: slug, updated: ids, status };
  });
}
