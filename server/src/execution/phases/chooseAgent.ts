import type { Machine } from '../../workspace/machine.js';
import { nearestName } from '../../base/nearestName.js';
import type { Agent } from '../../agents/agent.js';
import { findInstalled } from '../programs/findProgram.js';
import { findSessionPlace } from '../agents/sessionPlace.js';
import { UsageError } from '../../base/usageError.js';

/**
 * The agent of a phase: the one that is named, else the only one that is installed.
 *
 * @param agents all there are, those of the person's own among them.
 * @throws UsageError for a name that none has, and if there is none or more than one.
 */
export async function chooseAgent(
  wanted: string | undefined,
  agents: readonly Agent[],
  { machine, folder }: { readonly machine: Machine; readonly folder: string },
): Promise<Agent> {
  if (wanted !== undefined) {
    const named = agents.find(({ id }) => id === wanted);
    if (named) return named;
    const ids = agents.map(({ id }) => id);
    const nearest = nearestName(wanted, ids);
    throw new UsageError(
      `unknown agent "${wanted}"${nearest === undefined ? '' : `, did you mean ${nearest}?`} (known: ${ids.join(', ')})`,
    );
  }
  const found = await installedAgents(agents, { machine, folder });
  const [only, another] = found;
  if (!only) throw noAgentInstalled();
  if (another) throw severalAgents(found);
  return only;
}

export function noAgentInstalled(): UsageError {
  return new UsageError(
    'no agent is installed: install one (see `pactwright agent list`), or pass --no-agent if the work is done',
  );
}

export function severalAgents(installed: readonly Agent[]): UsageError {
  return new UsageError(
    `several agents are installed: choose one with --agent (${installed.map(({ id }) => id).join(', ')})`,
  );
}

/** Those whose programs are there. */
export async function installedAgents(
  agents: readonly Agent[],
  { machine, folder }: { readonly machine: Machine; readonly folder: string },
): Promise<readonly Agent[]> {
  const { repository } = await findSessionPlace(machine, folder);
  const outside = { folder, repository };
  const found: Agent[] = [];
  for (const agent of agents)
    if ((await findInstalled(machine, agent.program, { outside })).kind === 'found') found.push(agent);
  return found;
}

/** @throws UsageError if an agent is to use a model, and takes none. */
export function requireModel(agent: Agent | undefined, model: string | undefined): void {
  if (agent && model !== undefined && !agent.models)
    throw new UsageError(
      `${agent.name} does not support choosing a model: remove --model, or add {model} to its settings`,
    );
}
