import type { Agent } from '../../agents/agent.js';
import {
  isBuilder,
  type Part,
  type PhaseSettings,
  saidAgents,
  saidModels,
  type Worker,
} from '../../agents/phaseChoice.js';
import type { Casting } from '../../agents/phases/phaseEvent.js';
import { phases } from '../../agents/phases/phases.js';
import { leaderName, type Team, teamOf } from '../../agents/roles.js';
import { namesIn } from '../../base/namesIn.js';
import { nearestName } from '../../base/nearestName.js';
import { UsageError } from '../../base/usageError.js';
import { Refused } from '../../operations/errorCodes.js';
import { readPhaseSettings } from '../agents/phaseSettings.js';
import { findSessionPlace } from '../agents/sessionPlace.js';
import { createSessionReader } from '../agents/sessionReader.js';
import { installedAgents, noAgentInstalled, requireModel, severalAgents } from './chooseAgent.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';
import type { AgentChoice } from './runTurn.js';

/** Who works in a phase, and as whom. */
export interface Cast {
  readonly team: Team;
  /** In the order they are tried; empty if no one works, or if it is unclear who. */
  readonly choices: readonly AgentChoice[];
  /** What decided that. */
  readonly casting: Casting;
}

/** A choice, and what decided it. */
interface Candidate extends AgentChoice {
  readonly agentBy: string;
  readonly modelBy: string | undefined;
}

/** What is known when the agents are chosen. */
interface Scene {
  readonly request: PhaseRequest;
  readonly part: Part;
  readonly settings: PhaseSettings;
  /** Those that are installed; asked for where somebody wants to know. */
  readonly installed: () => Promise<readonly Agent[]>;
  /** Who built the item, where the phase reviews it. */
  readonly builders: readonly Worker[];
  readonly warn: (text: string) => void;
}

/**
 * Who works in a phase: who is named for this time, else whom the settings name, else the only agent there is; and who reviews what
 * another one built.
 *
 * @throws UsageError for a role or an agent that there is none of, and where it is not clear who works; Refused if no one may review.
 */
export async function castPhase(request: PhaseRequest, desk: PhaseDesk): Promise<Cast> {
  const { settings, roles } = await readPhaseSettings(desk.machine, request.folder, desk.warn);
  const { phase } = request;
  const said = settings.configuration.agents.phases.get(phase)?.role;
  const team = teamOf(phase, request.role ?? leaderName(phase, settings), roles);
  if (typeof team === 'string') throw new UsageError(team);
  for (const problem of roles.broken.values()) desk.warn(`a role is left out: ${problem}`);
  let found: Promise<readonly Agent[]> | undefined;
  const scene: Scene = {
    request,
    part: { phase, role: team.leader },
    settings,
    installed: () =>
      (found ??= installedAgents(request.agents ?? [], { machine: desk.machine, folder: request.folder })),
    builders: await buildersOf(request, settings, desk),
    warn: desk.warn,
  };
  const named = await nameCandidates(scene);
  warnOfModels(named, scene);
  const { candidates, notes } = await review(named, scene);
  const roleBy =
    request.role !== undefined
      ? '--role'
      : said === undefined
        ? `usual for ${phase}`
        : `\`agents.phases.${phase}.role\` in .pactwright/config.yaml`;
  return {
    team,
    choices: candidates.map(({ agent, model }) => ({ agent, ...(model === undefined ? {} : { model }) })),
    casting: {
      role: team.leader.name,
      title: team.leader.title,
      roleBy,
      others: team.others.map(({ title }) => title),
      workers: candidates.map(({ agent, model, agentBy, modelBy }) => ({
        agent: agent.name,
        agentBy,
        ...(model === undefined ? {} : { model }),
        ...(modelBy === undefined ? {} : { modelBy }),
      })),
      notes,
    },
  };
}

/** Those who built an item that is reviewed; what goes on or is only judged was decided before. */
async function buildersOf(
  { phase, item, folder, resumes, judges }: PhaseRequest,
  { configuration }: PhaseSettings,
  { machine, signal }: PhaseDesk,
): Promise<readonly Worker[]> {
  if (phases[phase].answers !== 'review' || item === undefined || resumes || judges !== undefined) return [];
  if (configuration.review.differentAgent === 'off') return [];
  const { logs } = await findSessionPlace(machine, folder, signal);
  const sessions = await createSessionReader(machine).read(logs);
  return sessions.filter(
    (one) =>
      one.item === item &&
      one.phase !== undefined &&
      phases[one.phase].commits &&
      one.end !== 'notStarted' &&
      one.end !== 'auth',
  );
}

async function nameCandidates(scene: Scene): Promise<readonly Candidate[]> {
  const { request, part, settings, builders, warn } = scene;
  const { agent, fallbacks = [], agents, phase } = request;
  if (agent || !agents)
    return candidatesOf(agent ? [agent, ...fallbacks] : [], agent && agents ? '--agent' : 'named by the caller', scene);
  const installed = await scene.installed();
  for (const { value, by } of saidAgents(part, settings)) {
    for (const id of value) if (!agents.some((one) => one.id === id)) warn(unknownAgent(id, by, agents));
    const there = value.flatMap((id) => installed.filter((one) => one.id === id));
    if (there.length > 0) return candidatesOf(there, by, scene);
    const absent = value.filter((id) => agents.some((one) => one.id === id));
    if (absent.length > 0)
      warn(`${by} names ${absent.join(', ')}, which is not installed here: the next setting applies`);
  }
  const [only, another] = installed;
  if (only && !another) return candidatesOf([only], 'the only one that is installed', scene);
  const others = installed.filter(({ id }) => !builders.some((one) => one.agent === id));
  if (builders.length > 0 && others.length === 1)
    return candidatesOf(others, `the only one that did not build ${request.item ?? phase}`, scene);
  if (request.dryRun) return [];
  throw only ? severalAgents(installed) : noAgentInstalled();
}

/** A model without an agent beside it says nothing to an agent that has none of that name. */
function warnOfModels(candidates: readonly Candidate[], { request, part, settings, warn }: Scene): void {
  const { phases: ofPhases, roles } = settings.configuration.agents;
  if (candidates.length === 0 || request.model !== undefined) return;
  for (const [key, said] of [
    [`phases.${part.phase}`, ofPhases.get(part.phase)],
    [`roles.${part.role.name}`, roles.get(part.role.name)],
  ] as const) {
    if (!said || said.models.length === 0 || said.agents.length > 0) continue;
    if (candidates.some(({ agent }) => agent.models?.some((model) => said.models.includes(model)))) continue;
    warn(
      `\`agents.${key}.model\` in .pactwright/config.yaml has no effect: ${candidates[0]?.agent.name ?? ''} may not have ${said.models.join(', ')}, so add the agent: \`${key.split('.')[1] ?? ''}: { agent: …, model: … }\``,
    );
  }
}

function unknownAgent(id: string, by: string, agents: readonly Agent[]): string {
  const ids = agents.map((one) => one.id);
  const nearest = nearestName(id, ids);
  return `${by} names the unknown agent "${id}"${nearest === undefined ? ` (known: ${ids.join(', ')})` : `, did you mean ${nearest}?`}`;
}

/** Agents with their models; one that is asked for this time is the first agent's. */
function candidatesOf(
  agents: readonly Agent[],
  agentBy: string,
  { request, part, settings }: Scene,
): readonly Candidate[] {
  requireModel(agents[0], request.model);
  return agents.flatMap((agent, index): readonly Candidate[] => {
    const said =
      index === 0 && request.model !== undefined
        ? { value: namesIn(request.model), by: '--model' }
        : saidModels(part, agent, settings);
    return said
      ? said.value.map((model) => ({ agent, model, agentBy, modelBy: said.by }))
      : [{ agent, agentBy, modelBy: undefined }];
  });
}

interface Reviewed {
  readonly candidates: readonly Candidate[];
  /** What a person should know of it: sentences without full stop. */
  readonly notes: readonly string[];
}

/** Has another one review than the one who built, as far as the project wants it and it can be. @throws Refused */
async function review(candidates: readonly Candidate[], scene: Scene): Promise<Reviewed> {
  const { request, settings, builders } = scene;
  const isRequired = settings.configuration.review.differentAgent === 'required';
  const [first] = candidates;
  if (!first || builders.length === 0) return { candidates, notes: [] };
  const others = candidates.filter((one) => !isSame(one, builders));
  const item = request.item ?? 'the item';
  const built = `${first.agent.name} built ${item}`;
  if (others.length > 0) {
    // Who is named for this time is meant so.
    if (others[0] === first || (request.agent && !isRequired))
      return { candidates: isRequired ? others : candidates, notes: [] };
    const rest = isRequired ? [] : candidates.filter((one) => !others.includes(one));
    return { candidates: [...others, ...rest], notes: [`${built}, so ${others[0]?.agent.name ?? ''} reviews it`] };
  }
  const standIns = (await scene.installed()).filter(({ id }) => !builders.some(({ agent }) => agent === id));
  const ids = standIns.map(({ id }) => id);
  if (!isRequired)
    return {
      candidates,
      notes:
        ids.length === 0
          ? []
          : [`${built} and reviews it, too: for another reviewer, pass --agent ${ids.join(' or ')}`],
    };
  if (!request.agent && standIns.length > 0)
    return {
      candidates: candidatesOf(standIns, built, { ...scene, request: { ...request, model: undefined } }),
      notes: [`${built}, so ${standIns[0]?.name ?? ''} reviews it`],
    };
  const wayOut =
    ids.length === 0
      ? 'install another agent, pass --model with a model that did not build it, or set it to auto'
      : `pass --agent ${ids.join(' or ')}`;
  const refusal = `${built}, and \`review.differentAgent\` in .pactwright/config.yaml requires another reviewer: ${wayOut}`;
  if (request.dryRun) return { candidates, notes: [refusal] };
  throw new Refused('not-allowed', refusal);
}

function isSame({ agent, model }: Candidate, builders: readonly Worker[]): boolean {
  return isBuilder({ agent: agent.id, model }, builders);
}
