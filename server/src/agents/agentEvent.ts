import * as v from 'valibot';
import { maybe, object, type Read } from '../base/schema.js';

const text = v.string();
const number = maybe(v.number());

/** What happens in a session of an agent, as its program's stream or hooks tell. */
export const agentEvent = v.variant('kind', [
  /** The program's own name of its session, by which it can be resumed. */
  object({ kind: v.literal('session'), session: text, transcript: maybe(text) }),
  /** `continues`: it continues the message before, in the middle of a line. */
  object({ kind: v.literal('message'), text, continues: maybe(v.literal(true)) }),
  /** `what`: the command, file or address, in one line. */
  object({ kind: v.literal('tool'), tool: text, what: maybe(text) }),
  /**
   * A tool call was not allowed and did nothing. `tool`, `what`: as in the event `tool`; `why`: in the program's words; `setting`: what
   * would allow it, as half a sentence.
   */
  object({ kind: v.literal('refused'), tool: maybe(text), what: maybe(text), why: maybe(text), setting: maybe(text) }),
  /** As the program names it: absolute, or relative to the folder it works in. */
  object({ kind: v.literal('fileChange'), path: text }),
  /**
   * What this run of the program has cost so far; `isMore`: what it has cost since the last such event. `inputTokens` are all,
   * `cachedTokens` those of them that came from a cache or went into one.
   */
  object({
    kind: v.literal('cost'),
    dollars: number,
    inputTokens: number,
    cachedTokens: number,
    outputTokens: number,
    /** Whose prices apply, if the program says so and no price. */
    model: maybe(text),
    isMore: maybe(v.literal(true)),
  }),
  /** It waits for a person's answer. */
  object({ kind: v.literal('waiting'), why: text }),
  /** It works again. */
  object({ kind: v.literal('working') }),
  /** Its turn is over: in a terminal it waits for the next prompt, which is no question. */
  object({ kind: v.literal('turnEnd') }),
  /** `attempt`: how often this request to its model has failed, from 1; the program retries it. */
  object({ kind: v.literal('error'), message: text, attempt: number }),
]);

export type AgentEvent = Read<typeof agentEvent>;
