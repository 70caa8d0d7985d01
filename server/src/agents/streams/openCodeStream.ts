import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { AgentEvent } from '../agentEvent.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from './events.js';
import { objectsOf, readObject, textOf } from './values.js';

const editors = new Set(['write', 'edit', 'multiedit']);

/** What `opencode run --format json` writes: a part of a message a line; costs are those of a step. */
export function readOpenCodeStream(line: string): readonly AgentEvent[] {
  const entry = readObject(line);
  const part = fieldsOf(entry?.['part']) ?? {};
  switch (entry?.['type']) {
    case 'step_start':
      return sessionEvents(entry['sessionID']);
    case 'text':
      return messageEvents(part['text']);
    case 'tool_use':
      return toolEvents(part);
    case 'step_finish': {
      const tokens = fieldsOf(part['tokens']);
      const cost = costEvents({
        dollars: part['cost'],
        inputTokens: tokens?.['input'],
        outputTokens: tokens?.['output'],
        isMore: true,
      });
      return part['reason'] === 'tool-calls' ? cost : [...cost, { kind: 'turnEnd' }];
    }
    case 'error': {
      const { error } = entry;
      const { data, message, name } = fieldsOf(error) ?? {};
      return [errorEvent(textOf(error) ?? textOf(fieldsOf(data)?.['message']) ?? textOf(message) ?? name)];
    }
    default:
      return [];
  }
}

function toolEvents({ tool, state }: Readonly<Record<string, unknown>>): readonly AgentEvent[] {
  const { status, input, metadata } = fieldsOf(state) ?? {};
  const event = toolEvent(tool, input);
  if (status !== 'completed') return [event];
  if (typeof tool === 'string' && editors.has(tool)) return [event, ...fileEvents(fieldsOf(input)?.['filePath'])];
  const patched = objectsOf(fieldsOf(metadata)?.['files']).map((file) => file['filePath'] ?? file['path']);
  return tool === 'apply_patch' ? [event, ...fileEvents(...patched)] : [event];
}
