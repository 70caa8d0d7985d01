import * as v from 'valibot';
import { fields, finite, said, some } from '../../base/schema.js';
import type { Agent, AgentCheck } from '../agent.js';
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
      ? 'in a terminal, Letta Code accepts no initial prompt: run it with --headless, or use another agent'
      : undefined,
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'set LETTA_API_KEY, or run letta once' }),
};

const line = some({
  type: v.string(),
  subtype: v.string(),
  conversation_id: said,
  tool_call: some({ name: said, arguments: v.unknown() }),
  usage: some({ prompt_tokens: finite, completion_tokens: finite }),
  result: said,
  message: said,
});

function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  switch (entry?.type) {
    case 'system':
      return entry.subtype === 'init' ? sessionEvents(entry.conversation_id) : [];
    case 'auto_approval': {
      const { name, arguments: given } = entry.tool_call ?? {};
      return [toolEvent(name, typeof given === 'string' ? (readObject(given, fields) ?? given) : given)];
    }
    case 'result': {
      const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = entry.usage ?? {};
      const cost = costEvents({ inputTokens, outputTokens });
      if (entry.subtype === 'error') return [...cost, errorEvent(entry.result)];
      // Before it, messages come in pieces.
      return [...cost, ...messageEvents(entry.result), { kind: 'turnEnd' }];
    }
    case 'error':
      return [errorEvent(entry.message)];
    default:
      return [];
  }
}

export const lettaCheck: AgentCheck = {
  version: '0.25.9',
  from: 'npm `@letta-ai/letta-code`',
  headless: 'taken',
  terminal: 'refused',
  stream: 'source',
  ends: 'recorded',
  resume: 'source',
  hooks: 'none',
  read: 'Its plan mode.',
  write: 'It may edit files; other tools are denied. The mode is always passed, because its default asks for nothing.',
  notes: ['In a terminal it accepts no initial prompt, so it is not started there.'],
  pages: ['https://docs.letta.com/letta-code/headless'],
};
