import type { AgentCall } from '../../agents/agentCall.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { agentNamed, allAgents } from '../../agents/registry.js';
import { fieldsOf } from '../../base/json.js';
import { UsageError } from '../../base/usageError.js';

/** In UTF-16 units. */
export const longestInput = 1024 * 1024;

/** What a hook of an agent was called with. */
export interface HookInput {
  readonly agent: string;
  readonly event: string;
  /** As it came on the standard input. */
  readonly text: string;
}

export interface ReadHook {
  /** The command that is handed to a shell; undefined where the event reports none. */
  readonly call: AgentCall | undefined;
  /** What it says of the agent's session. */
  readonly events: readonly AgentEvent[];
}

/** @throws UsageError or SyntaxError for what cannot be understood. */
export function readHook({ agent, event, text }: HookInput): ReadHook {
  const hooks = agentNamed(agent)?.hooks;
  if (!hooks) {
    const known = allAgents.filter((one) => one.hooks).map((one) => one.id);
    throw new UsageError(`unknown agent "${agent}", or it has no hooks (known: ${known.join(', ')})`);
  }
  if (!hooks.events.includes(event))
    throw new UsageError(`"${event}" is not a recorded event of ${agent} (recorded: ${hooks.events.join(', ')})`);
  if (text.length > longestInput) throw new UsageError('the standard input is longer than a megabyte');
  const input = fieldsOf(JSON.parse(text));
  if (!input) throw new UsageError('the standard input is not a JSON object');
  return { call: hooks.readCall(event, input), events: hooks.read(event, input) };
}
