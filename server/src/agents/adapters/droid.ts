import * as v from 'valibot';
import { said, some } from '../../base/schema.js';
import type { Agent, AgentCheck } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import {
  costEvents,
  errorEvent,
  fileEvents,
  messageEvents,
  oneLine,
  sessionEvents,
  toolEvent,
} from '../streams/events.js';
import { messageUsage, tokensOfUsage } from '../streams/messageStream.js';
import { readObject, textIn } from '../streams/values.js';

export const droid: Agent = {
  id: 'droid',
  name: 'Droid',
  program: 'droid',
  installPage: 'https://docs.factory.ai/cli/getting-started/quickstart',
  versionArgs: ['--version'],
  interactive: ({ access, session, prompt }) => ({
    args: [
      ...(access === 'read' ? ['--use-spec'] : []),
      ...(session === undefined ? [] : [`--resume=${session}`]),
      '--',
      prompt,
    ],
  }),
  headless: ({ access, session, prompt }) => ({
    args: [
      ...['exec', '--output-format=stream-json'],
      // Without it, it only reads.
      ...(access === 'write' ? ['--auto=low'] : []),
      ...(session === undefined ? [] : [`--session-id=${session}`]),
    ],
    input: prompt,
  }),
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'run droid and use /login, or set FACTORY_API_KEY' }),
};

const editors = new Set(['Create', 'Edit', 'MultiEdit']);

const line = some({
  type: v.string(),
  subtype: v.string(),
  session_id: said,
  role: v.string(),
  text: said,
  toolName: said,
  parameters: v.unknown(),
  message: said,
  usage: messageUsage,
});

function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  switch (entry?.type) {
    case 'system':
      return entry.subtype === 'init' ? sessionEvents(entry.session_id) : [];
    case 'message':
      return entry.role === 'assistant' ? messageEvents(entry.text) : [];
    case 'tool_call': {
      const { toolName: tool, parameters } = entry;
      const changed = tool !== undefined && editors.has(tool) ? textIn(parameters, 'file_path') : undefined;
      return [toolEvent(tool, parameters), ...fileEvents(changed)];
    }
    case 'completion':
      return [...costEvents(tokensOfUsage(entry.usage)), { kind: 'turnEnd' }];
    case 'error':
      return /insufficient permission/iu.test(entry.message ?? '')
        ? [{ kind: 'refused', why: oneLine(entry.message ?? '') }, errorEvent(entry.message)]
        : [errorEvent(entry.message)];
    default:
      return [];
  }
}

export const droidCheck: AgentCheck = {
  version: '0.215.0',
  from: 'npm `droid`',
  headless: 'taken',
  terminal: 'documented',
  stream: 'source',
  ends: 'recorded',
  resume: 'documented',
  hooks: 'none',
  read: 'Its own default without `--auto`: it only reads. In a terminal its specification mode.',
  write:
    '`--auto=low`: it may edit files and run what it considers low-risk; it stops at anything else it would have to ask about.',
  notes: [
    'Its own settings choose the model; in a terminal none can be passed to it.',
    'Without an account it works with a model of your own if the environment variable FACTORY_AIRGAP_ENABLED is `true`.',
    'It also speaks the [Agent Client Protocol](#agents-that-speak-acp), and then asks through Pactwright.',
  ],
  pages: ['https://docs.factory.ai/cli/droid-exec/overview'],
};
