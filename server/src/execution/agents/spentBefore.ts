import path from 'node:path';
import type { Agent, CostName } from '../../agents/agent.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import type { Machine } from '../../workspace/machine.js';
import { logOf } from './sessionLog.js';
import { readSession } from './sessionReader.js';

type Spent = Readonly<Partial<Record<CostName, number>>>;

/**
 * What a conversation has cost in earlier sessions, for the figures that its program reports as totals.
 *
 * @param log of this session: absolute.
 * @param resumed the session that it resumes: our id.
 */
export async function spentBefore(
  machine: Machine,
  { sums = [] }: Pick<Agent, 'sums'>,
  log: string,
  resumed: string | undefined,
): Promise<Spent> {
  const spent: Partial<Record<CostName, number>> = {};
  const seen = new Set<string>();
  for (let session = resumed; sums.length > 0 && session !== undefined && !seen.has(session);) {
    seen.add(session);
    const file = logOf(path.dirname(log), session);
    const facts = file === undefined ? undefined : await readSession(machine, file);
    for (const name of sums) spent[name] = (spent[name] ?? 0) + (facts?.told[name] ?? 0);
    session = facts?.start.resumes;
  }
  return spent;
}

/** A cost event without what was spent before; other events unchanged. */
export function withoutSpent(event: AgentEvent, spent: Spent): AgentEvent {
  if (event.kind !== 'cost' || event.isMore) return event;
  const less = (name: CostName): Spent => {
    const cost = event[name];
    return cost === undefined ? {} : { [name]: Math.max(0, cost - (spent[name] ?? 0)) };
  };
  return { ...event, ...less('dollars'), ...less('inputTokens'), ...less('cachedTokens'), ...less('outputTokens') };
}
