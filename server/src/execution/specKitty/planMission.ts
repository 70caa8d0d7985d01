import path from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { present } from '../../base/json.js';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import type { PlannedEvent } from '../../runs/event.js';
import { findDefaultBranch } from '../../workspace/git/defaultBranch.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { findInstalled } from '../programs/findProgram.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { limitsOfRun, type RunRequest } from '../runs/planRun.js';
import { newRunId } from '../runLog/runFile.js';
import type { OrchestratorSettings } from '../../sources/specKitty/orchestratorFile.js';
import { readOrchestratorSettings } from './readOrchestratorSettings.js';
import { mainCheckout, type MissionSource, openHost, packetsOfMission } from './missionRun.js';

/** What a person asks for: the host as a name in the PATH, or as an absolute path. */
interface MissionRequest extends Omit<MissionSource, 'host'> {
  readonly host: string | undefined;
}

/**
 * Plans a run of a mission's work packages, as its host knows them, and writes nothing.
 *
 * @throws UsageError for a host that cannot be driven, and where no agent is named; Refused for a mission that cannot be worked on.
 */
export async function planMission(
  request: RunRequest,
  { host, ...mission }: MissionRequest,
  { machine, signal }: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<PlannedEvent> {
  if (request.items.length > 0)
    throw new UsageError('--mission works on all work packages that are open: name no items');
  const root = await mainCheckout(machine, request.folder, signal);
  const { terms, limits } = withSettings(request, await readOrchestratorSettings(machine, root));
  const [build] = terms.build.agents;
  const [review] = terms.review.agents;
  if (build === undefined || review === undefined)
    throw new UsageError('name who works and who reviews: --agent and --review-agent');
  requireKnown([...terms.build.agents, ...terms.review.agents], request.agents);
  const repository = orRefused(await machine.git.repository(root, signal));
  const target = request.target ?? findDefaultBranch(orRefused(await machine.git.refs(repository, signal)), undefined);
  if (target === undefined) throw new Refused('not-found', 'there is no branch to merge into: name it with --target');
  const source: MissionSource =
    host === undefined ? mission : { ...mission, host: await findHost(machine, host, repository) };
  const packets = await packetsOfMission(await openHost(machine, source, root, signal), source, signal);
  return {
    kind: 'planned',
    run: newRunId(machine.clock()),
    folder: root,
    target,
    packets,
    limits: limitsOfRun({ limits }, { build, review }, packets.length),
    terms: { ...terms, source },
  };
}

/** What the command line says comes first, then what the orchestrator's own settings say. */
function withSettings(
  { terms, limits }: RunRequest,
  { parallel, build = [], review = [], retries, timeMs }: OrchestratorSettings,
): Pick<RunRequest, 'terms' | 'limits'> {
  const agentsOf = (said: readonly string[], other: readonly string[]): readonly string[] =>
    said.length > 0 ? said : other;
  return {
    limits: { ...present({ parallel, retries }), ...limits },
    terms: {
      ...present({ timeMs }),
      ...terms,
      build: { ...terms.build, agents: agentsOf(terms.build.agents, build) },
      review: { ...terms.review, agents: agentsOf(terms.review.agents, review) },
    },
  };
}

/** @throws UsageError for an unknown agent. */
function requireKnown(names: readonly string[], agents: readonly Agent[]): void {
  const unknown = names.find((name) => !agents.some(({ id }) => id === name));
  if (unknown !== undefined)
    throw new UsageError(`there is no agent ${unknown}: name others with --agent and --review-agent`);
}

/** A path is what a person chose; a name may be one that the repository brings along. @throws UsageError */
async function findHost(machine: Machine, name: string, repository: GitRepository): Promise<readonly string[]> {
  const found = await findInstalled(
    machine,
    name,
    path.isAbsolute(name) ? {} : { outside: { folder: repository.top, repository } },
  );
  if (found.kind === 'missing')
    throw new UsageError(`the host cannot be started: ${found.message} (--host takes a path, too)`);
  return [found.program, ...found.args];
}
