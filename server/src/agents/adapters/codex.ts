import * as v from 'valibot';
import { finite, read, type Read, said, some, someOf } from '../../base/schema.js';
import { type Agent, type AgentCheck, type AgentRequest, seenWhole } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { codexHooks } from '../hooks/claudeHooks.js';
import { codexGuard } from '../hooks/hookAnswers.js';
import { endReader } from '../readEnd.js';
import { readCodexCalls } from '../refusals.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { ownRecords } from '../streams/ownRecords.js';
import { readObject } from '../streams/values.js';

export const codex: Agent = {
  id: 'codex',
  name: 'Codex CLI',
  program: 'codex',
  installPage: 'https://developers.openai.com/codex/cli',
  versionArgs: ['--version'],
  models: [],
  interactive: (request) => ({
    args: [
      ...(request.session === undefined ? [] : ['resume']),
      ...plainShell,
      ...(request.access === 'read' ? ['--sandbox', 'read-only'] : []),
      ...modelArgs(request),
      ...hookArgs(request),
      '--',
      ...(request.session === undefined ? [] : [request.session]),
      request.prompt,
    ],
  }),
  headless: (request) => ({
    args: [
      ...['exec', '--json', '--sandbox', request.access === 'read' ? 'read-only' : 'workspace-write'],
      ...plainShell,
      ...modelArgs(request),
      ...(request.session === undefined ? [] : ['resume', request.session]),
      '-',
    ],
    input: request.prompt,
  }),
  // https://developers.openai.com/codex/mcp
  mcp: [
    { in: 'folder', path: '.codex/config.toml', keys: ['mcp_servers'] },
    { in: { home: '.codex', variable: 'CODEX_HOME' }, path: 'config.toml', keys: ['mcp_servers'] },
  ],
  resumes: true,
  powers: {
    commands: { read: 'all', write: 'all' },
    own: 'request',
    commits: false,
    network: false,
    writesOutside: false,
  },
  sums: ['inputTokens', 'cachedTokens', 'outputTokens'],
  records: ownRecords.codex,
  readLine,
  readCalls: readCodexCalls,
  readEnd: endReader({ readLine, logIn: 'run codex login' }),
  hooks: codexHooks,
  guard: codexGuard,
};

/** A login shell may reset PATH, as Debian's `/etc/profile` does, and would not find `pactwright`. */
const plainShell = ['-c', 'allow_login_shell=false'];

function modelArgs({ model }: AgentRequest): readonly string[] {
  return model === undefined ? [] : [`--model=${model}`];
}

/**
 * Hooks beside the person's own, which run, too. Codex asks the person once whether it is to run them, and remembers that. There is no
 * `notify` instead of them: it would take the place of the person's own.
 */
function hookArgs({ hook }: AgentRequest): readonly string[] {
  if (!hook) return [];
  const entries = codexHooks.events.map((event) => {
    const command = [...hook, event].map(quoted).join(' ');
    // A text in JSON is one in TOML, too.
    return `${event}=[{hooks=[{type="command",command=${JSON.stringify(command)}}]}]`;
  });
  return ['-c', `hooks={${entries.join(',')}}`];
}

/** Codex has a shell run its hooks. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const line = some({
  type: v.string(),
  thread_id: said,
  item: v.unknown(),
  usage: some({ input_tokens: finite, cached_input_tokens: finite, output_tokens: finite }),
  error: some({ message: said }),
  message: said,
});

const someItem = some({
  type: v.string(),
  status: v.string(),
  text: said,
  changes: someOf(some({ path: said })),
  server: said,
  tool: said,
  arguments: v.unknown(),
});

function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  const item = read(someItem, entry?.item) ?? {};
  switch (entry?.type) {
    case 'thread.started':
      return sessionEvents(entry.thread_id);
    case 'item.started':
      return startedItem(item, entry.item);
    case 'item.completed':
      if (item.type === 'agent_message') return messageEvents(item.text);
      if (item.type !== 'file_change' || item.status === 'failed') return [];
      return fileEvents(...(item.changes ?? []).map(({ path }) => path));
    case 'turn.completed': {
      const { input_tokens: inputTokens, cached_input_tokens: cachedTokens, output_tokens } = entry.usage ?? {};
      return [...costEvents({ inputTokens, cachedTokens, outputTokens: output_tokens }), { kind: 'turnEnd' }];
    }
    case 'turn.failed':
      return [errorEvent(entry.error?.message)];
    case 'error':
      return [errorEvent(entry.message)];
    default:
      return [];
  }
}

function startedItem(item: Read<typeof someItem>, whole: unknown): readonly AgentEvent[] {
  switch (item.type) {
    case 'command_execution':
      return [toolEvent('shell', whole)];
    case 'web_search':
      return [toolEvent('web_search', whole)];
    case 'mcp_tool_call': {
      const name = [item.server, item.tool].filter((part) => part !== undefined).join('.');
      return [toolEvent(name === '' ? undefined : name, item.arguments)];
    }
    default:
      return [];
  }
}

export const codexCheck: AgentCheck = {
  version: '0.169.0',
  from: 'npm `@openai/codex`',
  ...seenWhole,
  terminalTokens: 'conversation',
  read: 'Its sandbox `read-only`.',
  write:
    'Its sandbox `workspace-write`: the folder can be written, not `.git`, and there is no network. The phase runs `pactwright` commands that write there for the agent.',
  notes: [
    'Hooks are passed with `-c hooks=…` in addition to the user’s own. Codex asks once, in the terminal, whether to trust them; until then the end of a turn is read from its own record. Pactwright does not bypass that question.',
    'The hook payloads were recorded in a temporary home with that question disabled; the question itself was seen in a terminal.',
    'It runs with `-c allow_login_shell=false`: a login shell may reset PATH, as Debian’s `/etc/profile` does, and would not find `pactwright`.',
    '`notify` is not used: it would replace the user’s own.',
    'Without a terminal it only works inside a git repository, and says so.',
    'A command that its own rules forbid (such as `rm -rf`) does not run, and its stream does not show it; one that its sandbox forbids is shown as failed.',
  ],
  pages: ['https://developers.openai.com/codex/noninteractive', 'https://developers.openai.com/codex/hooks'],
};
