import * as v from 'valibot';
import { finite, said, type Schema, some, someOf } from '../../base/schema.js';
import { type Costs, sumOfKnown } from './events.js';
import { messageUsage, tokensOfUsage } from './messageStream.js';
import { readObject } from './values.js';

/** Where a program keeps its sessions by itself, and how what they cost is read there: for sessions that report no cost. */
export interface OwnRecords {
  /** A folder in the person's home, unless an environment variable names another. */
  readonly in: { readonly home: string; readonly variable?: string };
  /** The folder of all sessions below that. Their files end with `.jsonl`. */
  readonly folder: string;
  /** What the lines of such files say was spent since a moment (milliseconds since 1970). Never throws. */
  readonly read: (lines: readonly string[], since: number) => Costs;
  /**
   * Whether a line says that a turn is over, or goes on; undefined if it says nothing of that. Without it the program writes down a call of
   * a tool only once that has ended, so that the words before it look like the last.
   */
  readonly isOver?: (line: string) => boolean | undefined;
  /** How a request to the model ended, where only the record says that it failed and is sent again. */
  readonly readRequest?: (line: string) => RequestEnd | undefined;
}

interface RequestEnd {
  /** Undefined for an answer. */
  readonly failure?: string | undefined;
}

/** A request that fails again and again: `attempt` counts from 1. */
export interface FailingRequest {
  readonly message: string;
  readonly attempt: number;
}

const naming = some({ sessionId: said, data: some({ sessionId: said }), payload: some({ session_id: said }) });

/** The program's own id of the session that it recorded. */
export function recordedSession(lines: readonly string[]): string | undefined {
  for (const text of lines) {
    const line = readObject(text, naming);
    const id = line?.sessionId ?? line?.data?.sessionId ?? line?.payload?.session_id;
    if (id !== undefined) return id;
  }
  return undefined;
}

const moment = some({ timestamp: said });

function isSince(line: string, since: number): boolean {
  return Date.parse(readObject(line, moment)?.timestamp ?? '') >= since;
}

/** Whether the turn is over by the last line since a moment that says so; undefined if none does. */
export function turnIsOver({ isOver }: OwnRecords, lines: readonly string[], since: number): boolean | undefined {
  if (!isOver) return undefined;
  for (const line of lines.toReversed()) {
    const over = isOver(line);
    // A conversation that is resumed has earlier turns.
    if (over !== undefined) return isSince(line, since) ? over : undefined;
  }
  return undefined;
}

const common = { type: v.string(), timestamp: said, id: said };

/** The request that has failed at last, if no answer follows. */
export function failingRequest(
  { readRequest }: OwnRecords,
  lines: readonly string[],
  since: number,
): FailingRequest | undefined {
  if (!readRequest) return undefined;
  let message: string | undefined;
  let attempt = 0;
  for (const line of lines.toReversed()) {
    const end = readRequest(line);
    if (!end) continue;
    if (end.failure === undefined || !isSince(line, since)) break;
    message ??= end.failure;
    attempt++;
  }
  return message === undefined ? undefined : { message, attempt };
}

/** Reads who speaks in a line: a turn is over with words of the model that call no tool. */
function speechReader<T extends { readonly type?: string }>(
  schema: Schema<T>,
  speech: { readonly asks: string; readonly answers: string; readonly calls: (line: T) => boolean },
): NonNullable<OwnRecords['isOver']> {
  return (text) => {
    const line = readObject(text, schema);
    if (line?.type === speech.asks) return false;
    return line?.type === speech.answers ? !speech.calls(line) : undefined;
  };
}

/** The lines of the form, each with when it was written. */
function timed<T extends { readonly timestamp?: string }>(
  lines: readonly string[],
  schema: Schema<T>,
): readonly (T & { readonly at: number })[] {
  return lines.flatMap((text) => {
    const line = readObject(text, schema);
    return line ? [{ ...line, at: Date.parse(line.timestamp ?? '') }] : [];
  });
}

function sumOf(costs: readonly Costs[]): Costs {
  return {
    inputTokens: sumOfKnown(...costs.map(({ inputTokens }) => inputTokens)),
    cachedTokens: sumOfKnown(...costs.map(({ cachedTokens }) => cachedTokens)),
    outputTokens: sumOfKnown(...costs.map(({ outputTokens }) => outputTokens)),
  };
}

/** Reads lines that are one answer of the model each. One that is written again as it grows counts once, by its last. */
function answersReader<T extends { readonly timestamp?: string }>(
  schema: Schema<T>,
  costsOf: (line: T) => readonly [id: string, costs: Costs] | undefined,
): OwnRecords['read'] {
  return (lines, since) => {
    const last = new Map<string, Costs>();
    for (const line of timed(lines, schema)) {
      const [id, costs] = (line.at >= since ? costsOf(line) : undefined) ?? [];
      if (id !== undefined && costs) last.set(id, costs);
    }
    return sumOf([...last.values()]);
  };
}

/** Claude Code: a line for each block of an answer. */
const readClaude = answersReader(
  some({ ...common, message: some({ id: said, usage: messageUsage }) }),
  ({ type, message: { id, usage } = {} }) =>
    type === 'assistant' && id !== undefined ? [id, tokensOfUsage(usage, 'apart')] : undefined,
);

const readGemini = answersReader(
  some({ ...common, tokens: some({ input: finite, cached: finite, output: finite, thoughts: finite, tool: finite }) }),
  ({ id, tokens }) =>
    id === undefined || !tokens
      ? undefined
      : [
          id,
          {
            inputTokens: sumOfKnown(tokens.input, tokens.tool),
            cachedTokens: tokens.cached,
            outputTokens: sumOfKnown(tokens.output, tokens.thoughts),
          },
        ],
);

/** Qwen Code: a line for each answer of its model, those that its keeper of memories asks for included. */
const readQwen = answersReader(
  some({
    ...common,
    uuid: said,
    systemPayload: some({
      uiEvent: some({
        'event.name': said,
        input_token_count: finite,
        cached_content_token_count: finite,
        output_token_count: finite,
      }),
    }),
  }),
  ({ uuid, systemPayload: { uiEvent: event } = {} }) =>
    uuid === undefined || event?.['event.name'] !== 'qwen-code.api_response'
      ? undefined
      : [
          uuid,
          {
            inputTokens: event.input_token_count,
            cachedTokens: event.cached_content_token_count,
            outputTokens: event.output_token_count,
          },
        ],
);

const codexTotals = some({ input_tokens: finite, cached_input_tokens: finite, output_tokens: finite });
const codexLine = some({
  ...common,
  payload: some({ type: v.string(), model: said, info: some({ total_token_usage: codexTotals }) }),
});

/** Codex: totals of the conversation, which may have started earlier. */
function readCodex(lines: readonly string[], since: number): Costs {
  const all = timed(lines, codexLine);
  const model = all.findLast(({ type }) => type === 'turn_context')?.payload?.model;
  const totals = all.flatMap(({ at, payload }) =>
    payload?.type === 'token_count' && payload.info?.total_token_usage
      ? [{ at, total: payload.info.total_token_usage }]
      : [],
  );
  const before = totals.findLast(({ at }) => at < since)?.total;
  const now = totals.findLast(({ at }) => at >= since)?.total;
  const more = (name: keyof NonNullable<typeof now>): number | undefined => {
    const figure = now?.[name];
    return figure === undefined ? undefined : figure - (before?.[name] ?? 0);
  };
  return {
    inputTokens: more('input_tokens'),
    cachedTokens: more('cached_input_tokens'),
    outputTokens: more('output_tokens'),
    ...(now && model !== undefined ? { model } : {}),
  };
}

const readCopilot = answersReader(
  some({
    ...common,
    data: some({
      usage: some({ inputTokens: finite, cacheReadTokens: finite, cacheWriteTokens: finite, outputTokens: finite }),
    }),
  }),
  ({ type, id, data: { usage } = {} }) =>
    type !== 'session.usage_record' || id === undefined || !usage
      ? undefined
      : [
          id,
          {
            inputTokens: usage.inputTokens,
            cachedTokens: sumOfKnown(usage.cacheReadTokens, usage.cacheWriteTokens),
            outputTokens: usage.outputTokens,
          },
        ],
);

const codexTurn = some({ payload: some({ type: v.string() }) });

function isCodexOver(text: string): boolean | undefined {
  const type = readObject(text, codexTurn)?.payload?.type;
  if (type === 'task_started') return false;
  return type === 'task_complete' || type === 'turn_aborted' ? true : undefined;
}

const isQwenOver = speechReader(
  some({ type: v.string(), message: some({ parts: someOf(some({ functionCall: v.unknown() })) }) }),
  {
    asks: 'user',
    answers: 'assistant',
    calls: ({ message }) => (message?.parts ?? []).some(({ functionCall }) => functionCall !== undefined),
  },
);

const qwenEvent = some({ systemPayload: some({ uiEvent: some({ 'event.name': said, error_message: said }) }) });

function readQwenRequest(text: string): RequestEnd | undefined {
  const event = readObject(text, qwenEvent)?.systemPayload?.uiEvent;
  if (event?.['event.name'] === 'qwen-code.api_error') return { failure: event.error_message ?? 'its model failed' };
  return event?.['event.name'] === 'qwen-code.api_response' ? {} : undefined;
}

const isCopilotOver = speechReader(some({ type: v.string(), data: some({ toolRequests: someOf(v.unknown()) }) }), {
  asks: 'user.message',
  answers: 'assistant.message',
  calls: ({ data }) => (data?.toolRequests ?? []).length > 0,
});

export const ownRecords = {
  claude: { in: { home: '.claude', variable: 'CLAUDE_CONFIG_DIR' }, folder: 'projects', read: readClaude },
  codex: { in: { home: '.codex', variable: 'CODEX_HOME' }, folder: 'sessions', read: readCodex, isOver: isCodexOver },
  gemini: { in: { home: '.gemini' }, folder: 'tmp', read: readGemini },
  qwen: {
    in: { home: '.qwen' },
    folder: 'projects',
    read: readQwen,
    isOver: isQwenOver,
    readRequest: readQwenRequest,
  },
  copilot: {
    in: { home: '.copilot', variable: 'COPILOT_HOME' },
    folder: 'session-state',
    read: readCopilot,
    isOver: isCopilotOver,
  },
} as const satisfies Readonly<Record<string, OwnRecords>>;
