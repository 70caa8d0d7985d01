import type { PlaybookFacts } from '../../agents/playbooks/facts.js';
import { powerFacts } from '../../agents/playbooks/powerFacts.js';
import type { AgentPhase } from '../../agents/playbooks/playbooks.js';
import { serverRows } from '../../agents/playbooks/serverRows.js';
import { phases } from '../../agents/phases/phases.js';
import { readMcpServers } from '../agents/mcpServers.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

type Asked = Pick<PhaseRequest, 'agent' | 'mode' | 'item'> & {
  readonly phase: AgentPhase;
  /** The commit that changes are compared with. */
  readonly base?: string | undefined;
};

/** What the agent that begins can do, and its MCP servers. */
export async function agentFacts(
  { agent, phase, mode, item, base }: Asked,
  folder: string,
  desk: PhaseDesk,
): Promise<PlaybookFacts> {
  // In a terminal a person can allow the rest.
  const powers = mode === 'headless' ? agent?.powers : undefined;
  return {
    ...powerFacts(powers, { access: phases[phase].access, item, base }),
    ...(agent ? { servers: serverRows(await readMcpServers(desk.machine, agent, folder), phase) } : {}),
  };
}
