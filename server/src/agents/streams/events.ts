import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { AgentEvent } from '../agentEvent.js';
import { numberOf, textOf } from './values.js';

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
export function toolEvent(tool: unknown, input: unknown): AgentEvent {
  const what = tellingText(input);
  return { kind: 'tool', tool: textOf(tool) ?? 'a tool', ...(what === undefined ? {} : { what: oneLine(what) }) };
}

export function messageEvents(text: unknown): readonly AgentEvent[] {
  const said = textOf(text);
  return said === undefined ? [] : [{ kind: 'message', text: said }];
}

export function sessionEvents(session: unknown, transcript?: unknown): readonly AgentEvent[] {
  const name = textOf(session);
  const file = textOf(transcript);
  return name === undefined
    ? []
    : [{ kind: 'session', session: name, ...(file === undefined ? {} : { transcript: file }) }];
}

export function fileEvents(...paths: readonly unknown[]): readonly AgentEvent[] {
  return paths.flatMap((path) => {
    const file = textOf(path);
    return file === undefined ? [] : [{ kind: 'fileChange' as const, path: file }];
  });
}

export function errorEvent(message: unknown): AgentEvent {
  return { kind: 'error', message: textOf(message) ?? 'it failed, and does not say why' };
}

interface Cost {
  readonly dollars?: unknown;
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly isMore?: true;
}

/** None where nothing is said of it. */
export function costEvents(cost: Cost): readonly AgentEvent[] {
  const dollars = numberOf(cost.dollars);
  const inputTokens = numberOf(cost.inputTokens);
  const outputTokens = numberOf(cost.outputTokens);
  if (dollars === undefined && inputTokens === undefined && outputTokens === undefined) return [];
  return [
    {
      kind: 'cost',
      ...(dollars === undefined ? {} : { dollars }),
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(cost.isMore ? { isMore: true as const } : {}),
    },
  ];
}

function tellingText(input: unknown): string | undefined {
  const fields = fieldsOf(input);
  for (const name of tellingFields) {
    const value = fields?.[name];
    const text = textOf(Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ') : value);
    if (text !== undefined) return text;
  }
  return textOf(input);
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ');
  return line.length > longestWhat ? `${line.slice(0, longestWhat)}…` : line;
}
