import type { AgentEnd } from '../../agents/agentEnd.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { money } from '../../agents/budget.js';
import { dollarsOf } from '../../agents/prices.js';
import { costAfter, type CostsOfSession } from '../../agents/sessions/sessionFacts.js';
import type { Watchdog } from './watchdog.js';

/** What an agent does that is not over: more costs follow. */
const goingOn: ReadonlySet<AgentEvent['kind']> = new Set(['session', 'tool', 'fileChange', 'working', 'waiting']);

/**
 * Watches what an agent costs while it works, as far as that is known. Once it is more than is left of the budget, the agent is stopped
 * at the next thing that it does: a turn that ends there is judged.
 *
 * @param model its model, for programs that report only tokens.
 * @returns to be called with each event.
 */
export function limitCosts(
  budget: number | undefined,
  model: string | undefined,
  { stop }: Pick<Watchdog, 'stop'>,
): (event: AgentEvent) => void {
  let usage: CostsOfSession = model === undefined ? {} : { model };
  let end: AgentEnd | undefined;
  return (event) => {
    if (event.kind === 'cost') {
      usage = { ...usage, ...costAfter(usage, event) };
      const dollars = dollarsOf(usage) ?? 0;
      if (dollars > (budget ?? Infinity))
        end = {
          kind: 'budget',
          message: `it has cost ${money(dollars)}, more than was left of the budget: raise that to continue`,
        };
    } else if (end && goingOn.has(event.kind)) stop(end);
  };
}
