import * as v from 'valibot';
import { object, type Read } from '../base/schema.js';

const kinds = ['finished', 'auth', 'rateLimit', 'timeout', 'cancelled', 'crash', 'notStarted'] as const;

/** What the end of an agent's program means. */
export type AgentEndKind = (typeof kinds)[number];

export const agentEnd = object({
  kind: v.picklist(kinds),
  /** What was said, or what to do now, as a sentence without full stop; empty where there is nothing to say. */
  message: v.string(),
});

export type AgentEnd = Read<typeof agentEnd>;
