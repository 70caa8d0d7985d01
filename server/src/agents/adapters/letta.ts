import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { Agent } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { costEvents, errorEvent, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { readObject } from '../streams/values.js';

export const letta: Agent = {
  id: 'letta',
  name: 'Letta Code',
  program: 'letta',
  installPage: 'https://docs.letta.com/letta-code',
  versionArgs: ['--version'],
  models: [],
  headless: ({ access, model, session, prompt }) => ({
    args: [
      ...['-p', '--output-format', 'stream-json'],
      ...['--permission-mode', access === 'read' ? 'plan' : 'acceptEdits'],
      ...(model === undefined ? [] : ['--model', model]),
      ...(session === undefined ? ['--new'] : ['--conversation', session]),
    ],
    input: prompt,
  }),
  refuses: (mode) =>
    mode === 'interactive'
      ? 'in a terminal Letta Code takes no first prompt: run it without one (--headless), or take another agent'
      : undefined,
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'set LETTA_API_KEY, or run letta once' }),
};

function readLine(line: string): readonly AgentEvent[] {
  const entry = readObject(line);
  switch (entry?.['type']) {
    case 'system':
      return entry['subtype'] === 'init' ? sessionEvents(entry['conversation_id']) : [];
    case 'auto_approval': {
      const call = fieldsOf(entry['tool_call']);
      const given = call?.['arguments'];
      return [toolEvent(call?.['name'], typeof given === 'string' ? (readObject(given) ?? given) : given)];
    }
    case 'result': {
      const usage = fieldsOf(entry['usage']);
      const cost = costEvents({ inputTokens: usage?.['prompt_tokens'], outputTokens: usage?.['completion_tokens'] });
      if (entry['subtype'] === 'error') return [...cost, errorEvent(entry['result'])];
      // Before it, messages come in pieces.
      return [...cost, ...messageEvents(entry['result']), { kind: 'turnEnd' }];
    }
    case 'error':
      return [errorEvent(entry['message'])];
    default:
      return [];
  }
}
