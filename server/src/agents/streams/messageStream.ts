import * as v from 'valibot';
import { finite, read, type Read, said, some, someOf } from '../../base/schema.js';
import type { AgentEvent } from '../agentEvent.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from './events.js';
import { readObject, textIn } from './values.js';

/** Tools that change the file they name, of programs that do not tell of the change itself. */
const editors = new Set(['write_file', 'edit', 'replace']);

/**
 * `stream-json` as Claude Code writes it, and others that took it over: `system` with `init`, `assistant` and `user` messages of
 * blocks, and one `result` at the end of the turn.
 */
export function readMessageStream(line: string): readonly AgentEvent[] {
  const entry = readObject(line, messageLine);
  switch (entry?.type) {
    case 'system':
      return entry.subtype === 'init' ? sessionEvents(entry.session_id) : [];
    case 'assistant':
      return (entry.message?.content ?? []).flatMap(({ type, text, name, input }) => {
        if (type === 'text') return messageEvents(text);
        if (type !== 'tool_use') return [];
        const changed = name !== undefined && editors.has(name) ? textIn(input, 'file_path') : undefined;
        return [toolEvent(name, input), ...fileEvents(changed)];
      });
    case 'user': {
      const { type, filePath, structuredPatch } = entry.tool_use_result ?? {};
      // What was only read has another type, or none.
      return type === 'create' || type === 'update' || structuredPatch ? fileEvents(filePath) : [];
    }
    case 'result':
      return [...costOfResult(entry), endOfTurn(entry)];
    default:
      return [];
  }
}

const messageLine = some({
  type: v.string(),
  subtype: v.string(),
  session_id: said,
  message: some({ content: someOf(some({ type: v.string(), text: said, name: said, input: v.unknown() })) }),
  tool_use_result: some({ type: v.string(), filePath: said, structuredPatch: v.unknown() }),
  total_cost_usd: finite,
  usage: some({ input_tokens: finite, output_tokens: finite }),
  is_error: v.boolean(),
  errors: v.array(v.unknown()),
  error: some({ message: said }),
  result: said,
});

type MessageLine = Read<typeof messageLine>;

function costOfResult({ total_cost_usd: dollars, usage }: MessageLine): readonly AgentEvent[] {
  return costEvents({ dollars, inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens });
}

function endOfTurn({ is_error: isError, errors, error, result }: MessageLine): AgentEvent {
  return isError ? errorEvent(read(said, errors?.[0]) ?? error?.message ?? result) : { kind: 'turnEnd' };
}
