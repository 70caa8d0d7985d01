import * as v from 'valibot';
import { object, type Read } from '../base/schema.js';

const kinds = [
  'finished',
  'auth',
  /** It may go on in a moment. */
  'rateLimit',
  /** Nothing goes on until it is renewed. */
  'quota',
  /** Its service, or the way there, did not answer. */
  'timeout',
  'crash',
  'notStarted',
  /** What it wanted to do was not allowed, and it went no further. */
  'refusedCall',
  'cancelled',
  /** Ended by us, as it took too long, said nothing for too long, or cost too much. */
  'timeLimit',
  'silence',
  'budget',
] as const;

/** What the end of an agent's program means. */
export type AgentEndKind = (typeof kinds)[number];

export const agentEnd = object({
  kind: v.picklist(kinds),
  /** What was said, or what to do now, as a sentence without full stop; empty where there is nothing to say. */
  message: v.string(),
});

export type AgentEnd = Read<typeof agentEnd>;
