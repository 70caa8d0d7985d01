import type { Agent } from '../../agents/agent.js';
import { UsageError } from '../../base/usageError.js';
import { resolveProfile } from '../../gates/profiles.js';
import { allConditions } from '../../gates/registry.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Packet, PlannedEvent, RunLimits } from '../../runs/event.js';
import { packetsOfItems, type ResourceNeeds } from '../../sources/items.js';
import type { GateConfiguration } from '../../workspace/configuration.js';
import { findDefaultBranch } from '../../workspace/git/defaultBranch.js';
import { castPhase } from '../phases/castPhase.js';
import { openPhaseProject } from '../phases/openPhaseProject.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { requestInFolder } from '../phases/phaseRequest.js';
import { newRunId } from '../runLog/runFile.js';
import { branchOfRun, withPullPacket } from './runPull.js';
import type { RunTerms } from './terms.js';

/** What a person asks of a run. */
export interface RunRequest {
  /** The project's, or one in it: absolute. */
  readonly folder: string;
  /** None: all that are open and have a spec. */
  readonly items: readonly string[];
  readonly resources: ResourceNeeds;
  /** The branch that they are merged into; undefined: the default branch. */
  readonly target: string | undefined;
  /** What is said of them; the rest is usual. */
  readonly limits: Partial<Omit<RunLimits, 'agents' | 'review'>>;
  /** Whether work is reviewed; undefined: as the project's sprints say. */
  readonly review: boolean | undefined;
  readonly terms: RunTerms;
  /** All agents there are. */
  readonly agents: readonly Agent[];
  /** The plan is only shown, so it need not be clear which agents work on it. */
  readonly isSketch?: boolean;
}

const usualLimits = {
  parallel: 2,
  perAgent: {},
  rounds: 2,
  retries: 3,
  firstRetryMs: 15_000,
  haltAfter: 3,
  askAfterCrash: false,
} as const satisfies Partial<RunLimits>;

/**
 * Plans a run, and writes nothing.
 *
 * @throws UsageError for agents that there are none of; Refused for items that cannot be worked on.
 */
export async function planRun(request: RunRequest, desk: PhaseDesk): Promise<PlannedEvent> {
  const { machine, signal } = desk;
  const { root, trace, configuration } = await openPhaseProject(request.folder, desk);
  if (!trace) throw new Refused('not-found', `${root} is not a Pactwright project: \`pactwright init\` makes it one`);
  const repository = orRefused(await machine.git.repository(root, signal));
  const refs = orRefused(await machine.git.refs(repository, signal));
  const defaultBranch = findDefaultBranch(refs, configuration.defaultBranch);
  const target = request.target ?? defaultBranch;
  if (target === undefined || !refs.refs.some(({ name }) => name === `refs/heads/${target}`))
    throw new Refused('not-found', 'there is no branch to merge into: set `defaultBranch` in .pactwright/config.yaml');
  if (target !== defaultBranch)
    throw new Refused(
      'not-allowed',
      `items are merged into the default branch (${defaultBranch ?? 'unknown'}), because worktrees start from it and gates compare with it: to merge into ${target}, set \`defaultBranch: ${target}\` in .pactwright/config.yaml, on ${target} and in ${root}`,
    );
  requireAutoMerge(request.terms, configuration.gates);
  const run = newRunId(machine.clock());
  const packets = packetsOfItems(trace, request.items, request.resources);
  const review = request.review ?? configuration.agents.sprint.includes('check');
  const agents = request.isSketch
    ? {}
    : {
        build: await firstAgent('act', request.terms.build, request, desk),
        ...(review ? { review: await firstReviewer(request, desk) } : {}),
      };
  return {
    kind: 'planned',
    run,
    folder: root,
    ...placeOf(run, target, packets, request.terms),
    limits: limitsOfRun(request, agents, packets.length),
  };
}

/** Where the packets of a run are merged into: a branch of its own, where it has one pull request. @throws Refused */
export function placeOf(
  run: string,
  target: string,
  packets: readonly Packet[],
  terms: RunTerms,
): Pick<PlannedEvent, 'target' | 'packets' | 'terms'> {
  const { pulls } = terms;
  if (pulls?.into === undefined) return { target, packets, terms: { ...terms } };
  return {
    target: branchOfRun(run),
    packets: withPullPacket(packets),
    terms: { ...terms, pulls: { ...pulls, into: target } },
  };
}

/** @throws UsageError if a run would merge by itself what passes a profile that is not for that. */
export function requireAutoMerge({ pulls, profile }: RunTerms, gates: GateConfiguration): void {
  if (pulls?.autoMerge !== true) return;
  const name = profile ?? gates.profile;
  const found = resolveProfile(name, gates, allConditions);
  if (found.kind === 'wrong') throw new UsageError(found.message);
  if (!found.profile.autoMerge)
    throw new UsageError(
      `the profile "${name}" does not allow --auto-merge: leave it out, so that a person merges, choose another profile with --profile, or set \`autoMerge: true\` in a profile of the project`,
    );
}

/**
 * The limits of a run. Without a budget for each start, every packet gets the same share for build and review.
 *
 * @param agents who is tried first; without a reviewer nothing is reviewed.
 */
export function limitsOfRun(
  request: Pick<RunRequest, 'limits'>,
  agents: { readonly build?: string; readonly review?: string },
  packets: number,
): RunLimits {
  const limits: RunLimits = { ...usualLimits, ...request.limits, agents, review: agents.review !== undefined };
  if (limits.dollars === undefined || limits.dollarsPerStart !== undefined) return limits;
  return { ...limits, dollarsPerStart: limits.dollars / packets / (limits.review ? 2 : 1) };
}

/** @throws UsageError that names the options of the reviewer. */
async function firstReviewer(request: RunRequest, desk: PhaseDesk): Promise<string> {
  try {
    return await firstAgent('check', request.terms.review, request, desk);
  } catch (error) {
    if (!(error instanceof UsageError) || request.terms.review.agents.length > 0) throw error;
    throw new UsageError(
      `it is not clear who reviews: choose an agent with --review-agent, or pass --no-review (${error.message})`,
    );
  }
}

async function firstAgent(
  phase: 'act' | 'check',
  { agents, model }: RunTerms['build'],
  { folder, agents: known }: RunRequest,
  desk: PhaseDesk,
): Promise<string> {
  const [agent, ...fallbacks] = agents.flatMap((id) => known.find((one) => one.id === id) ?? []);
  const { choices } = await castPhase(
    { ...requestInFolder, phase, item: undefined, folder, agent, fallbacks, agents: known, mode: 'headless', model },
    desk,
  );
  return choices[0]?.agent.id ?? '';
}
