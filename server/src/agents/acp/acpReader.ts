import * as v from 'valibot';
import { finite, read, type Read, said, some, someOf } from '../../base/schema.js';
import type { AcpTerms } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { costEvents, fileEvents, messageEvents, oneLine, sumOfKnown, toolEvent } from '../streams/events.js';
import { readObject } from '../streams/values.js';
import { createCallBook, type ToolCall } from './calls.js';

/** Of a request or a turn; `totalTokens` shows whether `inputTokens` include those from a cache. */
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

/** In UTF-16 units; a longer line is reported in pieces. */
const longestLine = 2_000;

/**
 * Reads the output of an agent that speaks the Agent Client Protocol: its `session/update` notifications, its permission requests, and
 * the answer that ends its turn. Messages arrive in pieces of a word or two and are reported line by line.
 *
 * @returns a reader for the lines of one process, in their order.
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
        // Qwen Code reports the tokens of each request here.
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

/** Joins the pieces of a message into lines. */
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

/** How an agent says that its own settings or rules do not allow a call. */
const refusal =
  /rejected permission|specified a rule|denied by policy|permission (?:was )?denied|requires? (?:user )?approval/iu;

/** Reports each call as soon as its subject is known, and then its outcome. */
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
    // The location of a command is only its working folder.
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

/** A call as an event: by its command, file or address, or by the agent's own title. */
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

/** @param isMore whether these are the tokens of only a part of the turn. */
function tokensOf(usage: Read<typeof someUsage>, isMore?: true): readonly AgentEvent[] {
  const { totalTokens: total, inputTokens: input, outputTokens: output, thoughtTokens: thought = 0 } = usage;
  const { cachedReadTokens: found, cachedWriteTokens: kept } = usage;
  const cachedTokens = sumOfKnown(found, kept);
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
