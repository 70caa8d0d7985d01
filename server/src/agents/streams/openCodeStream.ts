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
  toolEvent,
} from './events.js';
import { readObject, textIn } from './values.js';

const editors = new Set(['write', 'edit', 'multiedit']);

/** Tokens as it counts them in its stream and its messages. */
export const openCodeTokens = some({
  input: finite,
  output: finite,
  reasoning: finite,
  cache: some({ read: finite, write: finite }),
});

const lineSchema = some({
  type: v.string(),
  sessionID: said,
  part: some({
    text: said,
    tool: said,
    state: some({
      status: v.string(),
      input: v.unknown(),
      metadata: some({ files: someOf(some({ filePath: said, path: said })) }),
    }),
    cost: finite,
    tokens: openCodeTokens,
    reason: v.string(),
  }),
  error: v.unknown(),
  /** Of a line that our plugin writes. */
  attempt: finite,
  message: said,
});

const failure = some({ data: some({ message: said }), message: said, name: said });

/** OpenCode retries without end, and its stream does not report that; our plugin does, with a line of its own. */
export const retryLine = 'pactwright.retry';

/** What `opencode run --format json` writes: one part of a message per line; costs are those of a step. */
export function readOpenCodeStream(line: string): readonly AgentEvent[] {
  const entry = readObject(line, lineSchema);
  const { text, tokens, cost: dollars, reason, ...tool } = entry?.part ?? {};
  switch (entry?.type) {
    case 'step_start':
      return sessionEvents(entry.sessionID);
    case 'text':
      return messageEvents(text);
    case 'tool_use':
      return toolEvents(tool);
    case 'step_finish': {
      const cost = costEvents({ dollars: priceOf(dollars), ...countsOf(tokens), isMore: true });
      return reason === 'tool-calls' ? cost : [...cost, { kind: 'turnEnd' }];
    }
    case retryLine:
      return [retryEvent(entry.message ?? 'no answer', entry.attempt ?? 1)];
    case 'error': {
      const { data, message, name } = read(failure, entry.error) ?? {};
      return [errorEvent(read(said, entry.error) ?? data?.message ?? message ?? name)];
    }
    default:
      return [];
  }
}

/** It says 0 for a model whose price it does not know; of one that is free that leaves out nothing. */
export function priceOf(cost: number | undefined): number | undefined {
  return cost === 0 ? undefined : cost;
}

/** Its `input` excludes tokens read from or written to a cache, and its `output` excludes reasoning. */
export function countsOf({ input, output, reasoning = 0, cache }: Read<typeof openCodeTokens> = {}): Costs {
  const cachedTokens = cache && (cache.read ?? 0) + (cache.write ?? 0);
  return {
    inputTokens: input === undefined ? undefined : input + (cachedTokens ?? 0),
    cachedTokens,
    outputTokens: output === undefined ? undefined : output + reasoning,
  };
}

type Part = NonNullable<Read<typeof lineSchema>['part']>;

function toolEvents({ tool, state }: Pick<Part, 'tool' | 'state'>): readonly AgentEvent[] {
  const { status, input, metadata } = state ?? {};
  const event = toolEvent(tool, input);
  if (status !== 'completed' || tool === undefined) return [event];
  if (editors.has(tool)) return [event, ...fileEvents(textIn(input, 'filePath'))];
  const patched = (metadata?.files ?? []).map(({ filePath, path }) => filePath ?? path);
  return tool === 'apply_patch' ? [event, ...fileEvents(...patched)] : [event];
}
