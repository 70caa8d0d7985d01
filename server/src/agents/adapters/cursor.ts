import * as v from 'valibot';
import { fields, read, said, some } from '../../base/schema.js';
import type { Agent, AgentCheck, AgentRequest } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { readClaudeCalls } from '../refusals.js';
import { fileEvents, toolEvent } from '../streams/events.js';
import { messageStreamReader } from '../streams/messageStream.js';
import { readObject, textIn } from '../streams/values.js';

const readMessage = messageStreamReader('apart');

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
      ? 'without a terminal, Cursor CLI only proposes changes unless everything is allowed (--force): run it in a terminal, or use another agent'
      : undefined,
  mcp: [
    { in: 'folder', path: '.cursor/mcp.json', keys: ['mcpServers'] },
    { in: { home: '.cursor' }, path: 'mcp.json', keys: ['mcpServers'] },
  ],
  resumes: true,
  readLine,
  readCalls: readClaudeCalls,
  readEnd: endReader({ readLine, logIn: 'run cursor-agent login' }),
};

function common({ access, model, session }: AgentRequest): readonly string[] {
  return [
    ...(access === 'read' ? ['--mode=ask'] : []),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--resume=${session}`]),
  ];
}

const line = some({ type: v.string(), subtype: v.string(), tool_call: fields });

const toolCall = some({ args: v.unknown(), result: some({ success: v.unknown() }) });

/** Tool calls have entries of their own: `{"writeToolCall":{"args":{"path":…},"result":{"success":…}}}`. */
function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  if (entry?.type !== 'tool_call') return readMessage(text);
  const [name = '', given] = Object.entries(entry.tool_call ?? {})[0] ?? [];
  const tool = name.replace(/ToolCall$/u, '');
  const { args, result } = read(toolCall, given) ?? {};
  if (entry.subtype === 'started') return [toolEvent(read(said, tool), args)];
  const isChange = (tool === 'write' || tool === 'edit' || tool === 'delete') && result?.success;
  return isChange ? fileEvents(textIn(args, 'path')) : [];
}

export const cursorCheck: AgentCheck = {
  from: 'its own installer; not on npm, so it was not tested here',
  headless: 'documented',
  terminal: 'documented',
  stream: 'documented',
  ends: 'documented',
  resume: 'documented',
  hooks: 'none',
  read: 'Its ask mode.',
  write:
    'Not supported: without a terminal it only proposes changes unless `--force` allows everything. Run it in a terminal, or use another agent.',
  notes: ['Without a terminal it only works in folders that the user trusts; `--trust` is not passed.'],
  pages: ['https://cursor.com/docs/cli/reference/parameters', 'https://cursor.com/docs/cli/reference/output-format'],
};
