import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Fields, fieldsOf, parseJson } from '../../base/json.js';
import type { WorkPackage } from '../../documents/workPackage/workPackage.js';
import { contractVersion, HostRefusal, isBelow, leastProviderVersion } from '../../sources/specKitty/contract.js';
import { type ReviewWord, type TransitionFacts, whyNoTransition } from '../../sources/specKitty/guards.js';
import { countedLanes, type Lane, laneOf } from '../../sources/specKitty/lanes.js';
import {
  holderOfLane,
  laneNow,
  type Mission,
  openDependencies,
  readyPackages,
  sortedPackages,
  subtasksOf,
} from '../../sources/specKitty/mission.js';
import { policyLanes, type PolicyMetadata, readPolicy } from '../../sources/specKitty/policy.js';
import { hasCommits, openWorkspace, type Workspace, workspaceOf } from './laneWorktree.js';
import { appendEvents, changeMission, type MissionDesk, type NewEvent, readMission } from './missionDesk.js';

/** What a call answers beside its envelope. */
export type HostData = Readonly<Record<string, unknown>>;

/** What is said with a call that changes a work package. */
export interface PackageCall {
  readonly mission: string;
  readonly wp: string;
  readonly actor: string;
  /** The text of the policy. */
  readonly policy?: string | undefined;
}

export interface TransitionCall extends PackageCall {
  readonly to: string;
  readonly note?: string | undefined;
  readonly force: boolean;
  readonly reviewRef?: string | undefined;
  /** JSON texts. */
  readonly reviewResult?: string | undefined;
  readonly evidence?: string | undefined;
  /** What the caller believes; it can refuse a step, and never allow one. */
  readonly subtasksComplete?: boolean | undefined;
  readonly implementationEvidence?: boolean | undefined;
}

/** @throws HostRefusal for a provider that is too old. */
export function answerVersion(provider: string | undefined): HostData {
  const versions = { api_version: contractVersion, min_supported_provider_version: leastProviderVersion };
  if (provider === undefined) return versions;
  const below = isBelow(provider, leastProviderVersion);
  if (below === false) return versions;
  const why =
    below === undefined ? 'is not a version' : `is below the least that is supported, ${leastProviderVersion}`;
  throw new HostRefusal('CONTRACT_VERSION_MISMATCH', `The provider version '${provider}' ${why}`, {
    provider_version: provider,
    ...versions,
  });
}

export async function answerState(desk: MissionDesk, slug: string): Promise<HostData> {
  const mission = await readMission(desk, slug);
  const packages = sortedPackages(mission);
  const lanes = packages.map(({ id }) => laneNow(mission, id));
  return {
    ...marksOf(mission),
    summary: {
      total: packages.length,
      ...Object.fromEntries(countedLanes.map((lane) => [lane, lanes.filter((one) => one === lane).length])),
    },
    work_packages: packages.map(({ id, dependencies }) => ({
      wp_id: id,
      lane: laneNow(mission, id),
      dependencies: dependencies.map(({ value }) => value),
      last_actor: mission.status.work_packages[id]?.actor ?? null,
    })),
  };
}

/** What every answer about a mission begins with. */
export function marksOf({ slug, number, type }: Mission): HostData {
  return { mission_slug: slug, mission_number: number, mission_type: type };
}

export async function answerReady(desk: MissionDesk, slug: string): Promise<HostData> {
  const mission = await readMission(desk, slug);
  return {
    ...marksOf(mission),
    ready_work_packages: readyPackages(mission).map(({ id, dependencies }) => ({
      wp_id: id,
      lane: 'planned',
      dependencies_satisfied: true,
      recommended_base: dependencies.at(-1)?.value ?? null,
    })),
  };
}

export async function resolveWorkspace(
  desk: MissionDesk,
  call: Pick<PackageCall, 'mission' | 'wp'>,
): Promise<HostData> {
  const mission = await readMission(desk, call.mission);
  findPackage(mission, call.wp);
  return {
    ...packageMarks(mission, call.wp),
    ...placeData(desk, mission, call.wp, workspaceOf(desk, mission, call.wp)),
  };
}

/** Claims a work package and starts it in one call; the one who has it may call again. */
export async function startImplementation(desk: MissionDesk, call: PackageCall): Promise<HostData> {
  const policy = requirePolicy('start-implementation', call.policy);
  return changeMission(desk, call.mission, async (mission) => {
    const { wp, actor } = call;
    const found = findPackage(mission, wp);
    const from = laneNow(mission, wp);
    if (from === 'planned') requireDependencies(mission, found);
    else if (from === 'claimed' || from === 'in_progress') requireOwn(mission, call, from);
    else throw new HostRefusal('TRANSITION_REJECTED', `WP ${wp} is in '${from}', cannot start implementation`);
    const holder = holderOfLane(mission, wp);
    if (holder !== undefined)
      throw new HostRefusal(
        'LANE_ALLOCATION_FAILED',
        `${holder} still works in the lane of ${wp}: wait until it is approved`,
      );
    const workspace = await openWorkspace(desk, mission, wp);
    const steps: readonly (readonly [Lane, Lane])[] = [
      ['planned', 'claimed'],
      ['claimed', 'in_progress'],
    ];
    const left = from === 'in_progress' ? [] : steps.slice(from === 'planned' ? 0 : 1);
    const facts: TransitionFacts = { actor, workspace: workspace.folder };
    for (const [one, other] of left) requireTransition(wp, one, other, facts);
    const mode = workspace.lane ? 'worktree' : 'direct_repo';
    if (left.length > 0)
      await appendEvents(
        desk,
        mission,
        left.map(([one, other]) => eventOf(mission, call, [one, other], { policy, mode })),
      );
    return {
      ...packageMarks(mission, wp),
      from_lane: from,
      to_lane: 'in_progress',
      ...placeData(desk, mission, wp, workspace),
      policy_metadata_recorded: true,
      no_op: left.length === 0,
    };
  });
}

export async function startReview(
  desk: MissionDesk,
  call: PackageCall & { readonly reviewRef?: string | undefined },
): Promise<HostData> {
  const policy = requirePolicy('start-review', call.policy);
  return changeMission(desk, call.mission, async (mission) => {
    const { wp, actor, reviewRef } = call;
    findPackage(mission, wp);
    const from = laneNow(mission, wp);
    if (from === 'in_review') requireOwn(mission, call, from);
    else {
      requireTransition(wp, from, 'in_review', { actor });
      const more = { policy, reason: 'Started review', review_ref: reviewRef };
      await appendEvents(desk, mission, [eventOf(mission, call, [from, 'in_review'], more)]);
    }
    return {
      ...packageMarks(mission, wp),
      from_lane: from,
      to_lane: 'in_review',
      prompt_path: promptOf(desk, mission, wp),
      policy_metadata_recorded: true,
      no_op: from === 'in_review',
    };
  });
}

export async function moveTo(desk: MissionDesk, call: TransitionCall): Promise<HostData> {
  const to = laneOf(call.to);
  if (!to) throw new HostRefusal('TRANSITION_REJECTED', `there is no lane '${call.to}'`);
  const policy =
    call.policy === undefined && !policyLanes.has(to) ? undefined : requirePolicy(`a transition to ${to}`, call.policy);
  const reviewResult = readObject('--review-result-json', call.reviewResult);
  const evidence = readObject('--evidence-json', call.evidence);
  return changeMission(desk, call.mission, async (mission) => {
    const { wp } = call;
    const found = findPackage(mission, wp);
    const from = laneNow(mission, wp);
    if (from === 'planned' && to === 'claimed' && !call.force) requireDependencies(mission, found);
    requireTransition(wp, from, to, {
      ...call,
      reason: call.note,
      reviewResult: wordOf(reviewResult),
      evidence: evidence && { review: wordOf(fieldsOf(evidence['review'])) },
      ...(to === 'for_review' && from === 'in_progress' ? await factsOfWork(desk, mission, found, call) : {}),
      workspace: to === 'in_progress' && from === 'claimed' ? workspaceOf(desk, mission, wp).folder : undefined,
    });
    const event = eventOf(mission, call, [from, to], {
      policy,
      force: call.force,
      reason: call.note,
      review_ref: call.reviewRef,
      evidence,
      ...(reviewResult ? { review_result: reviewResult } : {}),
    });
    await appendEvents(desk, mission, [event]);
    return {
      ...packageMarks(mission, wp),
      from_lane: from,
      to_lane: to,
      policy_metadata_recorded: policy !== undefined,
    };
  });
}

/** What is known of the work itself, whatever the caller says of it. */
async function factsOfWork(
  desk: MissionDesk,
  mission: Mission,
  wp: WorkPackage,
  call: Pick<TransitionCall, 'subtasksComplete' | 'implementationEvidence'>,
): Promise<Pick<TransitionFacts, 'subtasksComplete' | 'implementationEvidence'>> {
  const states = mission.status.work_packages[wp.id]?.subtasks ?? {};
  return {
    subtasksComplete: call.subtasksComplete !== false && subtasksOf(mission, wp).every((id) => states[id] === 'done'),
    implementationEvidence: call.implementationEvidence !== false && (await hasCommits(desk, mission, wp.id)),
  };
}

export async function appendHistory(
  desk: MissionDesk,
  { mission: slug, wp, actor, note }: PackageCall & { readonly note: string },
): Promise<HostData> {
  return changeMission(desk, slug, async (mission) => {
    findPackage(mission, wp);
    const time = `${new Date(desk.machine.clock()).toISOString().slice(0, 19)}Z`;
    const line = `- [${time}] ${actor}: ${note}`;
    await appendEvents(desk, mission, [{ kind: 'annotation', actor, wp_id: wp, delta: { note: line } }]);
    return { ...packageMarks(mission, wp), history_entry_id: `hist-${randomBytes(8).toString('hex')}` };
  });
}

function requirePolicy(what: string, text: string | undefined): PolicyMetadata {
  if (text === undefined) throw new HostRefusal('POLICY_METADATA_REQUIRED', `--policy is required for ${what}`);
  const read = readPolicy(text);
  if (read.kind === 'wrong') throw new HostRefusal('POLICY_VALIDATION_FAILED', read.why);
  return read.policy;
}

/** @throws HostRefusal where there is no such package. */
function findPackage(mission: Mission, id: string): WorkPackage {
  const found = mission.packages.find(({ wp }) => wp.id === id);
  if (!found) throw new HostRefusal('WP_NOT_FOUND', `Work package '${id}' not found in ${mission.slug}`);
  return found.wp;
}

function requireDependencies(mission: Mission, wp: WorkPackage): void {
  const open = openDependencies(mission, wp);
  if (open.length > 0)
    throw new HostRefusal(
      'DEPENDENCIES_NOT_SATISFIED',
      `${wp.id} waits for ${open.join(', ')}, which must be approved first`,
      {
        unsatisfied: open,
      },
    );
}

function requireOwn(mission: Mission, { wp, actor }: PackageCall, lane: Lane): void {
  const holder = mission.status.work_packages[wp]?.actor;
  if (holder !== undefined && holder !== actor)
    throw new HostRefusal('WP_ALREADY_CLAIMED', `WP ${wp} is already ${lane} by '${holder}'`, {
      claimed_by: holder,
      requesting_actor: actor,
    });
}

function requireTransition(wp: string, from: Lane, to: Lane, facts: TransitionFacts): void {
  const why = whyNoTransition(from, to, facts);
  if (why !== undefined)
    throw new HostRefusal('TRANSITION_REJECTED', `WP ${wp} is in '${from}', cannot transition to '${to}': ${why}`, {
      from_lane: from,
      to_lane: to,
    });
}

function eventOf(
  { slug, id }: Mission,
  { wp, actor }: PackageCall,
  [from, to]: readonly [Lane, Lane],
  {
    policy,
    mode = 'worktree',
    ...more
  }: { readonly policy?: PolicyMetadata | undefined; readonly mode?: string } & Readonly<Record<string, unknown>>,
): NewEvent {
  return {
    actor,
    evidence: null,
    execution_mode: mode,
    force: false,
    from_lane: from,
    mission_slug: slug,
    ...(id === null ? {} : { mission_id: id }),
    reason: null,
    review_ref: null,
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value ?? null])),
    policy_metadata: policy ? { ...policy, tool_restrictions: policy.tool_restrictions ?? null } : null,
    to_lane: to,
    wp_id: wp,
  };
}

function readObject(option: string, text: string | undefined): Fields | undefined {
  if (text === undefined) return undefined;
  const value = fieldsOf(parseJson(text));
  if (!value) throw new HostRefusal('TRANSITION_REJECTED', `${option} is not a JSON object`);
  return value;
}

function wordOf(fields: Fields | undefined): ReviewWord | undefined {
  if (!fields) return undefined;
  const text = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { reviewer: text('reviewer'), verdict: text('verdict'), reference: text('reference') };
}

function packageMarks(mission: Mission, wp: string): HostData {
  return { ...marksOf(mission), wp_id: wp };
}

function promptOf({ root }: MissionDesk, mission: Mission, id: string): string {
  const file = mission.packages.find(({ wp }) => wp.id === id)?.path ?? '';
  return path.join(root, ...file.split('/'));
}

function placeData(desk: MissionDesk, mission: Mission, wp: string, { folder, lane }: Workspace): HostData {
  return {
    workspace_path: folder,
    prompt_path: promptOf(desk, mission, wp),
    ...(lane ? { lane_id: lane.lane, lane_branch: lane.branch, lane_base_ref: lane.base } : {}),
  };
}
