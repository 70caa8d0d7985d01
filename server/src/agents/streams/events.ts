import { fieldsOf, present } from '../../base/json.js';
import { read, said } from '../../base/schema.js';
import type { AgentEvent } from '../agentEvent.js';

/** In UTF-16 units. */
const longestWhat = 300;

/** The fields of a tool's input that say what it is about, best first. */
const tellingFields = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'prompt',
  'description',
];

/** @param input what the tool is called with: an object, or JSON of one. */
export function toolEvent(tool: string | undefined, input: unknown): Extract<AgentEvent, { readonly kind: 'tool' }> {
  const what = tellingText(input);
  return { kind: 'tool', tool: tool ?? 'a tool', ...(what === undefined ? {} : { what: oneLine(what) }) };
}

/** @param continues whether it continues the message before, in the middle of a line. */
export function messageEvents(text: string | undefined, continues = false): readonly AgentEvent[] {
  return text === undefined ? [] : [{ kind: 'message', text, ...(continues ? { continues } : {}) }];
}

export function sessionEvents(session: string | undefined, transcript?: string): readonly AgentEvent[] {
  return session === undefined
    ? []
    : [{ kind: 'session', session, ...(transcript === undefined ? {} : { transcript }) }];
}

export function fileEvents(...paths: readonly (string | undefined)[]): readonly AgentEvent[] {
  return paths.flatMap((path) => (path === undefined ? [] : [{ kind: 'fileChange' as const, path }]));
}

export function errorEvent(message: string | undefined): AgentEvent {
  return { kind: 'error', message: message ?? 'it failed without giving a reason' };
}

/** A request to its model failed, and the program retries it. @param most the number of attempts, if the program says so. */
export function retryEvent(what: string, attempt: number, most?: number): AgentEvent {
  const of = most === undefined ? '' : ` of ${most}`;
  return { kind: 'error', message: `${what}: attempt ${attempt}${of} failed, it tries again`, attempt };
}

/** What is known of what was spent. */
export interface Costs {
  readonly dollars?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly cachedTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly model?: string | undefined;
  readonly isMore?: true;
}

/** No event if nothing is known. */
export function costEvents({ isMore, ...costs }: Costs): readonly AgentEvent[] {
  const known = present(costs);
  return Object.keys(known).length === 0 ? [] : [{ kind: 'cost', ...known, ...(isMore ? { isMore } : {}) }];
}

/** Undefined if no figure is known. */
export function sumOfKnown(...figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}

function tellingText(input: unknown): string | undefined {
  const fields = fieldsOf(input);
  for (const name of tellingFields) {
    const value = fields?.[name];
    const text = read(said, Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ') : value);
    if (text !== undefined) return text;
  }
  return read(said, input);
}

/** A text as it is in events: one line of limited length. */
export function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ');
  return line.length > longestWhat ? `${line.slice(0, longestWhat)}…` : line;
}
