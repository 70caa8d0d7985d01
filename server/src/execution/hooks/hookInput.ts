import type { Payload } from '../../agents/agent.js';
import type { AgentCall } from '../../agents/agentCall.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { agentNamed, allAgents } from '../../agents/registry.js';
import { fieldsOf } from '../../base/json.js';
import { UsageError } from '../../base/usageError.js';

/** In UTF-16 units: a tool may write a large file. */
export const longestInput = 16 * 1024 * 1024;

/** What a hook of an agent was called with. */
export interface HookInput {
  readonly agent: string;
  readonly event: string;
  /** As it came on the standard input. */
  readonly text: string;
}

export interface ReadHook {
  /** The command that is handed to a shell; undefined if the event reports none. */
  readonly call: AgentCall | undefined;
  /** What it says of the agent's session. */
  readonly events: readonly AgentEvent[];
  readonly payload: Payload;
}

/** @throws UsageError or SyntaxError for what cannot be understood. */
export function readHook({ agent, event, text }: HookInput): ReadHook {
  const { hooks, guard } = agentNamed(agent) ?? {};
  if (!hooks && !guard) {
    const known = allAgents.filter((one) => one.hooks ?? one.guard).map((one) => one.id);
    throw new UsageError(`unknown agent "${agent}", or it has no hooks (known: ${known.join(', ')})`);
  }
  const isRecorded = hooks?.events.includes(event) === true;
  if (!isRecorded && !(guard && Object.hasOwn(guard.moments, event))) {
    const known = new Set([...(hooks?.events ?? []), ...Object.keys(guard?.moments ?? {})]);
    throw new UsageError(`"${event}" is not a known event of ${agent} (known: ${[...known].join(', ')})`);
  }
  if (text.length > longestInput) throw new UsageError('the standard input is longer than 16 MB');
  const payload = fieldsOf(JSON.parse(text));
  if (!payload) throw new UsageError('the standard input is not a JSON object');
  if (!hooks || !isRecorded) return { call: undefined, events: [], payload };
  return { call: hooks.readCall(event, payload), events: hooks.read(event, payload), payload };
}
