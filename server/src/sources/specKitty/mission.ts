import * as v from 'valibot';
import type { WorkPackage } from '../../documents/workPackage/workPackage.js';
import { type Fields, fieldsOf, parseJson } from '../../base/json.js';
import { listOf, maybe, object, type Read, read } from '../../base/schema.js';
import { type Lane, isSatisfied } from './lanes.js';
import { reduceStatus, type StatusSnapshot, statusText } from './reduceStatus.js';
import { readStatusEvents, type StatusEvent } from './statusEvent.js';

/** The folder of all missions, relative to the root of the repository. */
export const missionsFolder = 'kitty-specs';

const laneSchema = object({
  lane_id: v.string(),
  wp_ids: listOf(v.string()),
  write_scope: listOf(v.string()),
  predicted_surfaces: listOf(v.string()),
  depends_on_lanes: listOf(v.string()),
  parallel_group: v.number(),
});

const lanesSchema = object({
  version: v.literal(1),
  mission_slug: v.string(),
  mission_id: maybe(v.string()),
  mission_branch: v.string(),
  target_branch: v.string(),
  lanes: listOf(laneSchema),
});

/** What `lanes.json` says. */
export type LanesFile = Read<typeof lanesSchema>;

/** The files of a mission, as texts. */
export interface MissionTexts {
  readonly slug: string;
  readonly meta: string;
  readonly tasks: string;
  readonly lanes: string | undefined;
  readonly events: string;
  readonly packages: readonly MissionPackage[];
}

export interface MissionPackage {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly wp: WorkPackage;
}

/** A mission as its files say. */
export interface Mission extends MissionTexts {
  readonly number: string | null;
  readonly type: string;
  readonly id: string | null;
  readonly target: string | undefined;
  readonly metaFields: Fields;
  readonly lanesFile: LanesFile | undefined;
  readonly log: readonly StatusEvent[];
  readonly status: StatusSnapshot;
}

/** Never throws: what cannot be read is missing. */
export function missionOf(texts: MissionTexts): Mission {
  const meta = fieldsOf(parseJson(texts.meta)) ?? {};
  const text = (name: string): string | undefined => {
    const value = meta[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const log = readStatusEvents(texts.events);
  return {
    ...texts,
    metaFields: meta,
    number: text('mission_number') ?? null,
    type: text('mission_type') ?? 'software-dev',
    id: text('mission_id') ?? null,
    target: text('target_branch'),
    lanesFile: texts.lanes === undefined ? undefined : read(lanesSchema, parseJson(texts.lanes)),
    log,
    status: reduceStatus(log),
  };
}

/** The lane of a work package; `uninitialized` before the mission’s tasks are finalized. */
export function laneNow({ status }: Mission, wp: string): Lane {
  return status.work_packages[wp]?.lane ?? 'uninitialized';
}

/** The dependencies of a work package that are neither approved nor done. */
export function openDependencies(mission: Mission, { dependencies }: WorkPackage): readonly string[] {
  return dependencies.map(({ value }) => value).filter((id) => !isSatisfied(laneNow(mission, id)));
}

/** Lanes in which somebody works in the worktree, or may have to again. */
const busy: ReadonlySet<Lane> = new Set(['claimed', 'in_progress', 'for_review', 'in_review', 'blocked']);

/** The other work package that has the worktree of a lane for now. */
export function holderOfLane(mission: Mission, wp: string): string | undefined {
  const lane = mission.lanesFile?.lanes.find(({ wp_ids: ids }) => ids.includes(wp));
  return lane?.wp_ids.find((id) => id !== wp && busy.has(laneNow(mission, id)));
}

/** The work packages that can be started now, of each lane the first. */
export function readyPackages(mission: Mission): readonly WorkPackage[] {
  const taken = new Set<string>();
  return sortedPackages(mission).filter((wp) => {
    if (laneNow(mission, wp.id) !== 'planned' || openDependencies(mission, wp).length > 0) return false;
    const lane = mission.lanesFile?.lanes.find(({ wp_ids: ids }) => ids.includes(wp.id))?.lane_id;
    if (lane === undefined) return true;
    if (taken.has(lane) || holderOfLane(mission, wp.id) !== undefined) return false;
    taken.add(lane);
    return true;
  });
}

export function sortedPackages({ packages }: Mission): readonly WorkPackage[] {
  return packages.map(({ wp }) => wp).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The subtasks of a work package: those it names, or else those below its heading in `tasks.md`. */
export function subtasksOf(
  { tasks }: Pick<Mission, 'tasks'>,
  wp: Pick<WorkPackage, 'id' | 'subtasks'>,
): readonly string[] {
  if (wp.subtasks.length > 0) return wp.subtasks;
  const sections = tasks.split(/^(?=#{1,6} )/mu);
  const own = sections.filter((section) => new RegExp(`^#{1,6} .*\\b${wp.id}\\b`, 'u').test(section));
  return own.flatMap((section) => [...section.matchAll(/^\s*[-*] \[[ xX]\] (T\d{3,})\b/gmu)].map(([, id = '']) => id));
}

/** The text of `status.json` for a log. */
export function missionStatusText({ slug, number, type }: Mission, snapshot: StatusSnapshot): string {
  return statusText(snapshot, { mission_slug: slug, mission_number: number, mission_type: type });
}

/** The branch that the lanes of a mission begin at. */
export function missionBranch({ slug, id }: Pick<Mission, 'slug' | 'id'>): string {
  return `kitty/mission-${slug}${id === null ? '' : `-${id.slice(0, 8)}`}`;
}

/** Where a lane is worked on. */
export interface LanePlace {
  readonly lane: string;
  readonly branch: string;
  /** The branch it begins at. */
  readonly base: string;
  /** Relative to the root of the repository, with `/`. */
  readonly worktree: string;
  /** The branches of the lanes it builds on. */
  readonly needs: readonly string[];
}

/** @returns undefined for the lane of planning documents, which has no worktree. */
export function placeOfLane({ mission_branch: base, lanes }: LanesFile, wp: string): LanePlace | undefined {
  const lane = lanes.find(({ wp_ids: ids }) => ids.includes(wp));
  if (!lane || lane.lane_id === 'lane-planning') return undefined;
  const folder = base.replace(/^kitty\/mission-/u, '');
  return {
    lane: lane.lane_id,
    branch: `${base}-${lane.lane_id}`,
    base,
    worktree: `.worktrees/${folder}-${lane.lane_id}`,
    needs: lane.depends_on_lanes.filter((one) => one !== 'lane-planning').map((one) => `${base}-${one}`),
  };
}
