import * as v from 'valibot';
import { maybe, object, read, type Read } from '../base/schema.js';

/** What is longer is no name. */
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** What an agent says of a command that its shell is about to run, or ran. */
const agentCall = object({
  command: v.string(),
  /** The folder it runs in, as the agent names it. */
  folder: maybe(v.pipe(v.string(), v.minLength(1))),
  session: maybe(name),
  /** The agent's own name of this call, the same before and after it. */
  call: maybe(name),
});

export type AgentCall = Read<typeof agentCall>;

/** @returns undefined if no command is reported; names that are none are left out. */
export function callOf(given: Readonly<Record<keyof AgentCall, unknown>>): AgentCall | undefined {
  return read(agentCall, given);
}
