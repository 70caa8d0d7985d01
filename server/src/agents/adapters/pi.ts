import * as v from 'valibot';
import { finite, type Read, said, some, someOf } from '../../base/schema.js';
import { type Agent, type AgentCheck, type AgentRequest, seenWhole } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { readObject, textIn } from '../streams/values.js';

/** Pi asks for nothing: what it may do is which tools it has. */
const reading = 'read,grep,find,ls';
const writing = `${reading},bash,edit,write`;

export const pi: Agent = {
  id: 'pi',
  name: 'Pi',
  program: 'pi',
  installPage: 'https://pi.dev/',
  versionArgs: ['--version'],
  models: [],
  interactive: (request) => ({ args: [...common(request), request.prompt] }),
  headless: (request) => ({ args: ['-p', '--mode', 'json', ...common(request)], input: request.prompt }),
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'run pi and use /login' }),
};

function common({ access, model, session }: AgentRequest): readonly string[] {
  return [
    ...['--tools', access === 'read' ? reading : writing],
    ...(model === undefined ? [] : ['--model', model]),
    ...(session === undefined ? [] : ['--session', session]),
  ];
}

const line = some({
  type: v.string(),
  id: said,
  message: some({
    role: v.string(),
    content: someOf(some({ type: v.string(), text: said })),
    usage: some({ cost: some({ total: finite }), input: finite, output: finite }),
  }),
  toolName: said,
  args: v.unknown(),
  messages: someOf(some({ stopReason: v.string(), errorMessage: said })),
});

function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  switch (entry?.type) {
    case 'session':
      return sessionEvents(entry.id);
    case 'message_end':
      return messageEnd(entry.message);
    case 'tool_execution_start': {
      const { toolName: tool, args } = entry;
      const changed = tool === 'write' || tool === 'edit' ? textIn(args, 'path') : undefined;
      return [toolEvent(tool, args), ...fileEvents(changed)];
    }
    case 'agent_end': {
      const last = entry.messages?.at(-1);
      return last?.stopReason === 'error' ? [errorEvent(last.errorMessage)] : [{ kind: 'turnEnd' }];
    }
    default:
      return [];
  }
}

function messageEnd(message: Read<typeof line>['message']): readonly AgentEvent[] {
  if (message?.role !== 'assistant') return [];
  const { content = [], usage } = message;
  return [
    ...content.flatMap(({ type, text }) => (type === 'text' ? messageEvents(text) : [])),
    ...costEvents({
      dollars: usage?.cost?.total,
      inputTokens: usage?.input,
      outputTokens: usage?.output,
      isMore: true,
    }),
  ];
}

export const piCheck: AgentCheck = {
  version: '0.74.2',
  from: 'npm `@earendil-works/pi-coding-agent`',
  ...seenWhole,
  hooks: 'none',
  read: 'It has only the tools read, grep, find and ls.',
  write:
    'Pi has no permissions: it can do whatever its tools can, including commands. Give it a worktree, and a container if that matters.',
  notes: ['It always exits with code 0; the stream says what happened.'],
  pages: ['https://github.com/earendil-works/pi-mono/tree/main/packages/coding-agent'],
};
