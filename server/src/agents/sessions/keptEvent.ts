import { withoutSecrets } from '../../gates/support/withoutSecrets.js';
import { excerpt } from '../../base/excerpt.js';
import type { AgentEvent } from '../agentEvent.js';

/** Of a text of an event so many characters are kept: the whole is in the agent's own file. */
const longestText = 500;

/** What is longer is no name of a session, or no path. */
const longestName = 200;
const longestPath = 4096;

/** From this size on, in bytes, a log takes no more of what an agent says and does. */
const mostTold = 2 * 1024 * 1024;

/** From this size on a log takes no more events at all: its end, and what gates answer, still fit. */
const mostEvents = 4 * 1024 * 1024;

const telling: ReadonlySet<AgentEvent['kind']> = new Set(['message', 'tool', 'fileChange']);

/**
 * An event as it is kept in a session's log: texts cut and without what looks like a secret.
 *
 * @param size of the log so far, in bytes.
 * @returns undefined if it is not kept: the log is too large for it, or it is none.
 */
export function keptEvent(event: AgentEvent, size: number): AgentEvent | undefined {
  if (size >= (telling.has(event.kind) ? mostTold : mostEvents)) return undefined;
  switch (event.kind) {
    case 'session':
      return event.session.length <= longestName && (event.transcript ?? '').length <= longestPath ? event : undefined;
    case 'fileChange':
      return event.path.length <= longestPath ? event : undefined;
    case 'message':
      return { ...event, text: keptText(event.text) };
    case 'refused': {
      const { kind, ...texts } = event;
      return { kind, ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, keptText(text)])) };
    }
    case 'tool':
      return {
        ...event,
        tool: keptText(event.tool),
        ...(event.what === undefined ? {} : { what: keptText(event.what) }),
      };
    case 'waiting':
      return { ...event, why: keptText(event.why) };
    case 'error':
      return { ...event, message: keptText(event.message) };
    default:
      return event;
  }
}

/** A text as it is kept in a session's log. */
export function keptText(text: string): string {
  return excerpt(withoutSecrets(text.slice(0, longestText * 4)), longestText);
}
