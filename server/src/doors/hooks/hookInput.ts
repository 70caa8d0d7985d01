import { fieldsOf } from '../../gates/evidence/readEntry.js';
import { UsageError } from '../cli/io.js';
import { type AgentCall, callHooks } from './agentCalls.js';
import { type SessionHook, sessionHooks } from './sessionHooks.js';
import type { AgentEvent } from '../../agents/agentEvent.js';

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
  /** The command that is handed to a shell; undefined where the event tells of none. */
  readonly call: AgentCall | undefined;
  /** What it says of the agent's session. */
  readonly events: readonly AgentEvent[];
}

/** @throws UsageError or SyntaxError for what cannot be understood. */
export function readHook({ agent, event, text }: HookInput): ReadHook {
  const ofCalls = callHooks.get(agent);
  const ofSession = sessionHooks.get(agent);
  if (!ofCalls || !ofSession)
    throw new UsageError(`there is no agent "${agent}" with hooks (there are ${[...callHooks.keys()].join(', ')})`);
  const tellsOfCall = ofCalls.events.includes(event);
  const read: SessionHook | undefined = ofSession.get(event);
  if (!tellsOfCall && !read) {
    const known = [...new Set([...ofCalls.events, ...ofSession.keys()])];
    throw new UsageError(`"${event}" is no event of ${agent} that is recorded (${known.join(', ')} are)`);
  }
  if (text.length > longestInput) throw new UsageError('the standard input is longer than a megabyte');
  const input = fieldsOf(JSON.parse(text));
  if (!input) throw new UsageError('the standard input is no JSON object');
  return { call: tellsOfCall ? ofCalls.read(input) : undefined, events: read?.(input) ?? [] };
}
