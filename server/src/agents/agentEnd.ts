import * as v from 'valibot';
import { object, type Read } from '../base/schema.js';

const kinds = [
  'finished',
  'auth',
  /** It can be tried again soon. */
  'rateLimit',
  /** Nothing works until the quota is renewed. */
  'quota',
  /** Its service, or the way there, did not answer. */
  'timeout',
  /** Another process of the same program uses its database; it can be tried again soon. */
  'busy',
  'crash',
  'notStarted',
  /** A call was not allowed, and it stopped there. */
  'refusedCall',
  'cancelled',
  /** Stopped by us because it took too long, was silent for too long or cost too much. */
  'timeLimit',
  'silence',
  'budget',
  /** Not started: money is put aside for agents at work, and more may be left when they end. */
  'reserved',
] as const;

/** What the end of an agent's program means. */
export type AgentEndKind = (typeof kinds)[number];

export const agentEnd = object({
  kind: v.picklist(kinds),
  /** What was said, or what to do now, as a sentence without full stop; empty if there is nothing to say. */
  message: v.string(),
});

export type AgentEnd = Read<typeof agentEnd>;
