import type { AgentSessionView } from '../../../server/src/protocol.js';
import { type AgentGroup, agentGroupOf } from './agentRows.js';

/** The state of an item's agent, if it is worth a look; one that has finished is not. */
type ItemAgent = Exclude<AgentGroup, 'finished'>;

/**
 * The items of a project that an agent is at, or whose last agent has failed.
 *
 * @param sessions newest first.
 * @param root URI of the project's root.
 */
export function agentsOfItems(
  sessions: readonly Pick<AgentSessionView, 'item' | 'root' | 'state'>[],
  root: string,
): ReadonlyMap<string, ItemAgent> {
  const found = new Map<string, AgentGroup>();
  for (const { item, root: its, state } of sessions) {
    if (item === undefined || its !== root) continue;
    const [group, newer] = [agentGroupOf(state), found.get(item)];
    // Several may be at one item; what waits for a person comes first, and of what is over only the last counts.
    if (newer === undefined || group === 'waiting' || (group === 'running' && newer !== 'waiting'))
      found.set(item, group);
  }
  return new Map([...found].flatMap(([item, group]) => (group === 'finished' ? [] : [[item, group]])));
}
