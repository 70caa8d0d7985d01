import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { Agent, AgentRequest } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { fileEvents, toolEvent } from '../streams/events.js';
import { readMessageStream } from '../streams/messageStream.js';
import { readObject } from '../streams/values.js';

export const cursor: Agent = {
  id: 'cursor',
  name: 'Cursor CLI',
  program: 'cursor-agent',
  installPage: 'https://cursor.com/docs/cli/installation',
  versionArgs: ['--version'],
  models: [],
  interactive: (request) => ({ args: [...common(request), '--', request.prompt] }),
  headless: (request) => ({ args: ['-p', '--output-format=stream-json', ...common(request), '--', request.prompt] }),
  refuses: (mode, access) =>
    mode === 'headless' && access === 'write'
      ? 'without a terminal Cursor CLI only proposes changes, unless all it does is allowed beforehand (--force): run it in a terminal, or take another agent'
      : undefined,
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'run cursor-agent login' }),
};

function common({ access, model, session }: AgentRequest): readonly string[] {
  return [
    ...(access === 'read' ? ['--mode=ask'] : []),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--resume=${session}`]),
  ];
}

/** Tool calls have entries of their own: `{"writeToolCall":{"args":{"path":…},"result":{"success":…}}}`. */
function readLine(line: string): readonly AgentEvent[] {
  const entry = readObject(line);
  if (entry?.['type'] !== 'tool_call') return readMessageStream(line);
  const [name = '', given] = Object.entries(fieldsOf(entry['tool_call']) ?? {})[0] ?? [];
  const tool = name.replace(/ToolCall$/u, '');
  const { args, result } = fieldsOf(given) ?? {};
  if (entry['subtype'] === 'started') return [toolEvent(tool, args)];
  const isChange = (tool === 'write' || tool === 'edit' || tool === 'delete') && fieldsOf(result)?.['success'];
  return isChange ? fileEvents(fieldsOf(args)?.['path']) : [];
}
