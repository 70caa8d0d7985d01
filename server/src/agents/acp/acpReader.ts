import * as v from 'valibot';
import { finite, read, type Read, said, some, someOf } from '../../base/schema.js';
import type { AcpTerms } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { costEvents, fileEvents, messageEvents, oneLine, toolEvent } from '../streams/events.js';
import { readObject } from '../streams/values.js';
import { createCallBook, type ToolCall } from './calls.js';

/** Of a request or a turn; `totalTokens` tells whether those from a cache are among those that went in. */
const someUsage = some({
  totalTokens: finite,
  inputTokens: finite,
  outputTokens: finite,
  thoughtTokens: finite,
  cachedReadTokens: finite,
  cachedWriteTokens: finite,
});

const line = some({
  method: v.string(),
  params: some({ update: v.unknown(), toolCall: v.unknown() }),
  result: some({
    stopReason: v.string(),
    usage: someUsage,
    _meta: some({ quota: some({ token_count: some({ input_tokens: finite, output_tokens: finite }) }) }),
  }),
});

const someUpdate = some({
  sessionUpdate: v.string(),
  content: v.unknown(),
  entries: someOf(some({ content: said, status: v.string() })),
  cost: some({ amount: finite, currency: v.string() }),
  _meta: some({ usage: someUsage }),
});

const textContent = some({ text: v.string() });

/** In UTF-16 units: a line that is longer is told of in pieces. */
const longestLine = 2_000;

/**
 * Reads what an agent writes that speaks the Agent Client Protocol: its `session/update` notifications, what it asks leave for, and
 * the answer that ends its turn. Messages come in pieces of a word or two there, and are told of line by line.
 *
 * @returns reads one line after the other, of one start of the program.
 */
export function createAcpReader(terms: AcpTerms): (text: string) => readonly AgentEvent[] {
  const messages = createMessages();
  const readCall = createCallReader(terms);
  let step: string | undefined;
  const readPlan = (entries: readonly { readonly content?: string; readonly status?: string }[]): AgentEvent[] => {
    const now = entries.find(({ status }) => status === 'in_progress')?.content;
    if (now === undefined || now === step) return [];
    step = now;
    return [toolEvent('plan', now)];
  };
  const readUpdate = (given: unknown): readonly AgentEvent[] => {
    const update = read(someUpdate, given) ?? {};
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        // Qwen Code tells there what each of its requests took.
        return [
          ...messages.add(read(textContent, update.content)?.text ?? ''),
          ...tokensOf(update._meta?.usage ?? {}, true),
        ];
      case 'tool_call':
      case 'tool_call_update':
        return [...messages.end(), ...readCall(given)];
      case 'plan':
        return [...messages.end(), ...readPlan(update.entries ?? [])];
      case 'usage_update':
        return update.cost?.currency === 'USD' ? costEvents({ dollars: update.cost.amount }) : [];
      default:
        return [];
    }
  };
  return (text) => {
    const { method, params, result } = readObject(text, line) ?? {};
    if (method === 'session/update') return readUpdate(params?.update);
    if (method === 'session/request_permission') return [...messages.end(), ...readCall(params?.toolCall)];
    return result?.stopReason === undefined
      ? []
      : [...messages.end(), ...(terms.countsLast ? [] : costOf(result)), { kind: 'turnEnd' }];
  };
}

/** Makes lines of the pieces that a message comes in. */
function createMessages(): {
  readonly add: (text: string) => readonly AgentEvent[];
  readonly end: () => readonly AgentEvent[];
} {
  let begun = '';
  let isBroken = false;
  const tell = (text: string, breaks: boolean): readonly AgentEvent[] => {
    const events = messageEvents(text === '' ? undefined : text, isBroken);
    isBroken = breaks;
    return events;
  };
  return {
    add: (text) => {
      const whole = begun + text;
      const end = whole.lastIndexOf('\n');
      const isLong = end < 0 && whole.length > longestLine;
      begun = isLong ? '' : whole.slice(end + 1);
      return isLong ? tell(whole, true) : end < 0 ? [] : tell(whole.slice(0, end), false);
    },
    end: () => {
      const rest = begun;
      begun = '';
      return tell(rest, false);
    },
  };
}

const changing = new Set(['edit', 'delete', 'move']);

/** What an agent says of a call that its own settings or rules do not allow. */
const refusal =
  /rejected permission|specified a rule|denied by policy|permission (?:was )?denied|requires? (?:user )?approval/iu;

/** Tells of each call once it is known what it is about, and of what became of it. */
function createCallReader(terms: AcpTerms): (piece: unknown) => readonly AgentEvent[] {
  const book = createCallBook(terms);
  const begun = new Set<string>();
  const over = new Set<string>();
  return (piece) => {
    const call = book.add(piece);
    if (!call) return [];
    const { id, status, input, paths, kind, command } = call;
    const isOver = (status === 'completed' || status === 'failed') && !over.has(id);
    if (isOver) over.add(id);
    // The place of a command is only where it runs.
    const isClear = kind === 'execute' ? command !== undefined : input !== undefined || paths.length > 0;
    const isNew = !begun.has(id) && (isOver || isClear);
    if (isNew) begun.add(id);
    return [
      ...(isNew ? [eventOf(call)] : []),
      ...(isOver && status === 'completed' && changing.has(kind ?? '') ? fileEvents(...paths) : []),
      ...(isOver && status === 'failed' && refusal.test(call.text)
        ? [{ ...eventOf(call), kind: 'refused' as const, why: oneLine(call.text) }]
        : []),
    ];
  };
}

/** A call as it is told of: by its command, file or address, or by the agent's own words for it. */
export function eventOf({
  name,
  kind,
  title,
  input,
  paths,
  command,
}: ToolCall): Extract<AgentEvent, { readonly kind: 'tool' }> {
  const tool = name ?? kind ?? 'a tool';
  const event = toolEvent(tool, command ?? input);
  return event.what === undefined ? toolEvent(tool, paths[0] ?? title) : event;
}

type Result = NonNullable<Read<typeof line>['result']>;

function costOf({ usage, _meta: meta }: Result): readonly AgentEvent[] {
  const { input_tokens: inputTokens, output_tokens: outputTokens } = meta?.quota?.token_count ?? {};
  return usage ? tokensOf(usage) : costEvents({ inputTokens, outputTokens });
}

/** @param isMore whether this is of a part of the turn. */
function tokensOf(usage: Read<typeof someUsage>, isMore?: true): readonly AgentEvent[] {
  const { totalTokens: total, inputTokens: input, outputTokens: output, thoughtTokens: thought = 0 } = usage;
  const { cachedReadTokens: found, cachedWriteTokens: kept } = usage;
  const cachedTokens = found === undefined && kept === undefined ? undefined : (found ?? 0) + (kept ?? 0);
  const isWithin = total !== undefined && total <= (input ?? 0) + (output ?? 0) + thought;
  return input === undefined && output === undefined
    ? []
    : costEvents({
        inputTokens: input === undefined ? undefined : input + (isWithin ? 0 : (cachedTokens ?? 0)),
        cachedTokens,
        outputTokens: output === undefined ? undefined : output + (isWithin ? 0 : thought),
        ...(isMore ? { isMore } : {}),
      });
}
