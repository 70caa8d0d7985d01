import type { AgentAccess } from '../../agents/agent.js';
import { present } from '../../base/json.js';
import type { Job } from '../../runs/engine.js';
import type { AgentRunEnd } from '../agents/agentRun.js';
import { runAgent } from '../agents/runAgent.js';
import { withLimit } from '../phases/agentTerms.js';
import { lastWords } from '../phases/agentRounds.js';
import { checkBudget } from '../phases/checkBudget.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runTurn, type Turn } from '../phases/runTurn.js';
import { configurationAt } from '../queries/projectCommand.js';
import type { HandsDesk } from './hands.js';

interface Start {
  /** Where it works: absolute. */
  readonly folder: string;
  readonly prompt: string;
  readonly access: AgentAccess;
  /** By id, in the order they are tried. */
  readonly agents: readonly string[];
  readonly model?: string | undefined;
}

/**
 * Runs an agent for a packet that is no item, and where it cannot go on the next that is named.
 *
 * @returns also what it said since its last tool.
 */
export async function startAgent(
  { job, hands, desk }: { readonly job: Job; readonly hands: HandsDesk; readonly desk: PhaseDesk },
  { folder, prompt, access, agents, model }: Start,
): Promise<Pick<AgentRunEnd, 'end'> & { readonly said: string; readonly agent: string }> {
  const { machine, terms } = hands;
  const { budget } = (await configurationAt(machine, hands.root)).agents;
  // A packet of another plan, or an item, may have its name.
  const ofDay = withLimit({ ...budget, phase: undefined, item: undefined });
  const { id: packet } = job.one.packet;
  const own = { run: hands.run, packet, dollars: job.dollars };
  const spending = { phase: 'run', item: undefined, folder: hands.root, begunAt: job.at, ...own };
  const checked = await checkBudget(ofDay, spending, desk);
  if ('over' in checked) {
    desk.tell({ event: 'spent', end: checked.over });
    return { end: checked.over, said: '', agent: '' };
  }
  const dollars = Math.min(job.dollars ?? Infinity, checked.dollars ?? Infinity);
  const named = agents.flatMap((id) => hands.agents.find((one) => one.id === id) ?? []);
  const words = lastWords();
  const choices = named.map((agent) => ({ agent, ...(model === undefined ? {} : { model }) }));
  const turn: Turn = {
    choices,
    at: 0,
    retry: { times: 1, firstMs: 2_000 },
    mode: 'headless',
    folder,
    first: { prompt },
    start: async (choice, how) =>
      runAgent({
        ...choice,
        ...how,
        mode: 'headless',
        item: job.one.packet.id,
        round: 1,
        access,
        folder,
        limits: {
          ...present({ timeMs: terms.timeMs, silenceMs: terms.silenceMs }),
          ...(Number.isFinite(dollars) ? { dollars } : {}),
        },
        machine,
        warn: desk.warn,
        onEvent: words.hear,
        signal: desk.signal,
      }),
  };
  const ended = await runTurn(turn, desk);
  return { ...ended, said: words.said(), agent: choices[ended.at]?.agent.id ?? '' };
}
