import * as v from 'valibot';
import { said, some } from '../../base/schema.js';
import type { Agent, AgentCheck, AgentRequest } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { errorEvent, messageEvents, sessionEvents } from '../streams/events.js';
import { readObject } from '../streams/values.js';

export const auggie: Agent = {
  id: 'auggie',
  name: 'Augment',
  program: 'auggie',
  installPage: 'https://docs.augmentcode.com/cli/setup-auggie/install-auggie-cli',
  versionArgs: ['--version'],
  models: [],
  interactive: (request) => ({ args: [...common(request), `--instruction=${request.prompt}`] }),
  headless: (request) => ({
    args: ['--print', '--output-format=json', ...common(request), `--instruction=${request.prompt}`],
  }),
  // https://docs.augmentcode.com/cli/integrations
  mcp: [{ in: { home: '.augment' }, path: 'settings.json', keys: ['mcpServers'] }],
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'run auggie login' }),
};

/** What it may do is left to the person's own settings, but that it only reads. */
function common({ access, model, session }: AgentRequest): readonly string[] {
  return [
    ...(access === 'read' ? ['--ask'] : []),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--resume=${session}`]),
  ];
}

const line = some({ type: v.string(), session_id: said, result: said, is_error: v.boolean() });

/** One object at the end is all it writes. */
function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  if (entry?.type !== 'result') return [];
  const { session_id: session, result, is_error: isError } = entry;
  return [
    ...sessionEvents(session),
    ...(isError ? [errorEvent(result)] : [...messageEvents(result), { kind: 'turnEnd' as const }]),
  ];
}

export const auggieCheck: AgentCheck = {
  version: '0.36.0',
  from: 'npm `@augmentcode/auggie`',
  headless: 'taken',
  terminal: 'taken',
  stream: 'source',
  ends: 'recorded',
  resume: 'documented',
  hooks: 'none',
  read: 'Its ask mode: no tools that edit.',
  write: 'Whatever the user’s own settings allow.',
  notes: ['It writes one object when it ends, so there is no progress before that.'],
  pages: ['https://docs.augmentcode.com/cli/permissions', 'https://docs.augmentcode.com/cli/reference'],
};
