import * as v from 'valibot';
import { finite, read, type Read, said, some, someOf } from '../../base/schema.js';
import type { AgentEvent } from '../agentEvent.js';
import {
  type Costs,
  costEvents,
  errorEvent,
  fileEvents,
  messageEvents,
  retryEvent,
  sessionEvents,
  sumOfKnown,
  toolEvent,
} from './events.js';
import { readObject, textIn } from './values.js';

/** Tools that change the file they name, in programs that do not report the change. */
const editors = new Set(['write_file', 'edit', 'replace']);

/**
 * `stream-json` as Claude Code and others write it: `system` with `init`, `assistant` and `user` messages of
 * blocks, and one `result` at the end of the turn.
 *
 * @param cached whether `input_tokens` excludes (`apart`) or includes (`within`) tokens from a cache.
 */
export function messageStreamReader(cached: 'apart' | 'within'): (line: string) => readonly AgentEvent[] {
  return (line) => {
    const entry = readObject(line, messageLine);
    switch (entry?.type) {
      case 'system':
        return systemEvents(entry);
      case 'assistant':
        return (entry.message?.content ?? []).flatMap(blockEvents);
      case 'user':
        return resultEvents(entry);
      case 'result':
        return [
          ...costEvents({ dollars: entry.total_cost_usd, ...tokensOfUsage(entry.usage, cached) }),
          endOfTurn(entry),
        ];
      default:
        return [];
    }
  };
}

/** Tokens as Anthropic's API counts them. */
export const messageUsage = some({
  input_tokens: finite,
  cache_read_input_tokens: finite,
  cache_creation_input_tokens: finite,
  output_tokens: finite,
});

const block = some({ type: v.string(), text: said, name: said, input: v.unknown() });

const messageLine = some({
  type: v.string(),
  subtype: v.string(),
  session_id: said,
  message: some({ content: someOf(block) }),
  /** Of a request that is retried. */
  error_status: finite,
  attempt: finite,
  max_retries: finite,
  tool_use_result: some({ type: v.string(), filePath: said, structuredPatch: v.unknown() }),
  total_cost_usd: finite,
  usage: messageUsage,
  is_error: v.boolean(),
  errors: v.array(v.unknown()),
  error: v.unknown(),
  result: said,
});

const failure = some({ message: said });

/** How Qwen Code ends, without an error, if its model did not answer. */
const apiError = /^\[API Error: (.*)\]$/su;

type MessageLine = Read<typeof messageLine>;

function systemEvents(entry: MessageLine): readonly AgentEvent[] {
  switch (entry.subtype) {
    case 'init':
      return sessionEvents(entry.session_id);
    case 'api_retry': {
      const { error_status: status, error, attempt, max_retries: most } = entry;
      const what = [...(status === undefined ? [] : [`HTTP ${status}`]), read(said, error) ?? 'no answer'].join(', ');
      return [retryEvent(what, attempt ?? 1, most ?? 1)];
    }
    default:
      return [];
  }
}

function blockEvents({ type, text, name, input }: Read<typeof block>): readonly AgentEvent[] {
  if (type === 'text') return messageEvents(text);
  if (type !== 'tool_use') return [];
  const changed = name !== undefined && editors.has(name) ? textIn(input, 'file_path') : undefined;
  return [toolEvent(name, input), ...fileEvents(changed)];
}

function resultEvents({ tool_use_result: result = {} }: MessageLine): readonly AgentEvent[] {
  const { type, filePath, structuredPatch } = result;
  // What was only read has another type, or none.
  return type === 'create' || type === 'update' || structuredPatch ? fileEvents(filePath) : [];
}

/** @param cached as in `messageStreamReader`. */
export function tokensOfUsage(usage: Read<typeof messageUsage> = {}, cached: 'apart' | 'within' = 'apart'): Costs {
  const cachedTokens = sumOfKnown(usage.cache_read_input_tokens, usage.cache_creation_input_tokens);
  const input = usage.input_tokens;
  const inputTokens = input === undefined ? undefined : input + (cached === 'apart' ? (cachedTokens ?? 0) : 0);
  return { inputTokens, cachedTokens, outputTokens: usage.output_tokens };
}

function endOfTurn({ is_error: isError, errors, error, result }: MessageLine): AgentEvent {
  const unanswered = apiError.exec(result ?? '')?.[1];
  if (unanswered !== undefined) return errorEvent(unanswered);
  return isError ? errorEvent(read(said, errors?.[0]) ?? read(failure, error)?.message ?? result) : { kind: 'turnEnd' };
}
