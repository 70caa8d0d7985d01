import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { AgentEvent } from '../agentEvent.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from './events.js';
import { objectsOf, readObject, textOf } from './values.js';

/** Tools that change the file they name, of programs that do not tell of the change itself. */
const editors = new Set(['write_file', 'edit', 'replace']);

/**
 * `stream-json` as Claude Code writes it, and others that took it over: `system` with `init`, `assistant` and `user` messages of
 * blocks, and one `result` at the end of the turn.
 */
export function readMessageStream(line: string): readonly AgentEvent[] {
  const entry = readObject(line);
  switch (entry?.['type']) {
    case 'system':
      return entry['subtype'] === 'init' ? sessionEvents(entry['session_id']) : [];
    case 'assistant':
      return objectsOf(fieldsOf(entry['message'])?.['content']).flatMap((block) => {
        const { type, text, name, input } = block;
        if (type === 'text') return messageEvents(text);
        if (type !== 'tool_use') return [];
        const changed = typeof name === 'string' && editors.has(name) ? fieldsOf(input)?.['file_path'] : undefined;
        return [toolEvent(name, input), ...fileEvents(changed)];
      });
    case 'user': {
      const { type, filePath } = fieldsOf(entry['tool_use_result']) ?? {};
      // What was only read has another type, or none.
      const isChange =
        type === 'create' || type === 'update' || fieldsOf(entry['tool_use_result'])?.['structuredPatch'];
      return isChange ? fileEvents(filePath) : [];
    }
    case 'result':
      return [...costOfResult(entry), ...endOfTurn(entry)];
    default:
      return [];
  }
}

function costOfResult(entry: Readonly<Record<string, unknown>>): readonly AgentEvent[] {
  const usage = fieldsOf(entry['usage']);
  return costEvents({
    dollars: entry['total_cost_usd'],
    inputTokens: usage?.['input_tokens'],
    outputTokens: usage?.['output_tokens'],
  });
}

function endOfTurn(entry: Readonly<Record<string, unknown>>): readonly AgentEvent[] {
  if (entry['is_error'] !== true) return [{ kind: 'turnEnd' }];
  const { errors, error, result } = entry;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return [errorEvent(textOf(first) ?? textOf(fieldsOf(error)?.['message']) ?? result)];
}
