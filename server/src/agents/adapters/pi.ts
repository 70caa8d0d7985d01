import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { Agent, AgentRequest } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { objectsOf, readObject } from '../streams/values.js';

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

function readLine(line: string): readonly AgentEvent[] {
  const entry = readObject(line);
  switch (entry?.['type']) {
    case 'session':
      return sessionEvents(entry['id']);
    case 'message_end':
      return messageEnd(fieldsOf(entry['message']) ?? {});
    case 'tool_execution_start': {
      const { toolName: tool, args } = entry;
      const changed = tool === 'write' || tool === 'edit' ? fieldsOf(args)?.['path'] : undefined;
      return [toolEvent(tool, args), ...fileEvents(changed)];
    }
    case 'agent_end': {
      const last = objectsOf(entry['messages']).at(-1);
      return last?.['stopReason'] === 'error' ? [errorEvent(last['errorMessage'])] : [{ kind: 'turnEnd' }];
    }
    default:
      return [];
  }
}

function messageEnd({ role, content, usage: used }: Readonly<Record<string, unknown>>): readonly AgentEvent[] {
  if (role !== 'assistant') return [];
  const usage = fieldsOf(used);
  return [
    ...objectsOf(content).flatMap((block) => (block['type'] === 'text' ? messageEvents(block['text']) : [])),
    ...costEvents({
      dollars: fieldsOf(usage?.['cost'])?.['total'],
      inputTokens: usage?.['input'],
      outputTokens: usage?.['output'],
      isMore: true,
    }),
  ];
}
