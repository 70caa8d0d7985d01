import * as v from 'valibot';
import { finite, said, some, someOf } from '../../base/schema.js';
import { type Agent, type AgentCheck, type AgentRequest, seenWhole } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { copilotGuard } from '../hooks/hookAnswers.js';
import { endReader } from '../readEnd.js';
import { readCopilotCalls } from '../refusals.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { ownRecords } from '../streams/ownRecords.js';
import { readObject } from '../streams/values.js';

export const copilot: Agent = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  program: 'copilot',
  installPage: 'https://docs.github.com/copilot/how-tos/copilot-cli/set-up-copilot-cli/install-copilot-cli',
  versionArgs: ['--version'],
  models: [],
  interactive: (request) => ({ args: [...common(request), `--interactive=${request.prompt}`] }),
  // What is not allowed here is refused: there is no person to ask.
  headless: (request) => ({
    args: [
      ...['--output-format=json', '--no-ask-user', '--no-auto-update'],
      ...(request.access === 'write' ? ['--allow-tool=write'] : []),
      ...common(request),
    ],
    input: request.prompt,
  }),
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
  mcp: [
    { in: 'folder', path: '.mcp.json', keys: ['mcpServers'] },
    { in: 'folder', path: '.github/mcp.json', keys: ['mcpServers'] },
    { in: { home: '.copilot', variable: 'COPILOT_HOME' }, path: 'mcp-config.json', keys: ['mcpServers'] },
  ],
  resumes: true,
  powers: {
    commands: { read: 'safe', write: 'safe' },
    own: 'direct',
    commits: false,
    network: false,
    writesOutside: false,
  },
  records: ownRecords.copilot,
  readLine,
  readCalls: readCopilotCalls,
  readEnd: endReader({ readLine, logIn: 'run copilot login' }),
  guard: copilotGuard,
};

function common({ access, model, session }: AgentRequest): readonly string[] {
  return [
    '--allow-tool=shell(pactwright:*)',
    ...(access === 'read' ? ['--deny-tool=write'] : []),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--resume=${session}`]),
  ];
}

const line = some({
  type: v.string(),
  data: some({
    content: said,
    toolName: said,
    arguments: v.unknown(),
    fileEdits: someOf(some({ path: said })),
    inputTokens: finite,
    outputTokens: finite,
    message: said,
  }),
  sessionId: said,
  exitCode: v.number(),
});

function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  const { content, toolName, arguments: input, fileEdits = [], inputTokens, outputTokens, message } = entry?.data ?? {};
  switch (entry?.type) {
    case 'assistant.message':
      return messageEvents(content);
    case 'tool.execution_start':
      return [toolEvent(toolName, input)];
    case 'tool.execution_complete':
      return fileEvents(...fileEdits.map(({ path }) => path));
    case 'assistant.usage':
      return costEvents({ inputTokens, outputTokens, isMore: true });
    case 'session.error':
      return [errorEvent(message)];
    // After an error comes this, too, which is no end of a turn then.
    case 'result':
      return [...sessionEvents(entry.sessionId), ...(entry.exitCode === 0 ? [{ kind: 'turnEnd' as const }] : [])];
    default:
      return [];
  }
}

export const copilotCheck: AgentCheck = {
  version: '1.0.102',
  from: 'npm `@github/copilot`',
  ...seenWhole,
  terminalTokens: 'all',
  hooks: 'none',
  read: 'Tools that write files are denied; it may run `pactwright` and whatever it considers safe.',
  write:
    'It may write files, and run `pactwright` and whatever it considers safe; everything else is denied, because nobody can be asked. Its help says that `--allow-all-tools` is needed without a terminal; it is not.',
  notes: [
    'With a model of your own its stream reports no tokens: they are read from its own record of the session. It reports its session id only at the end: after a crash a new session starts.',
    'In a terminal, the end of a turn is read from its own record. That it waits for an answer is not reported: its hooks can only be set in the user’s or the repository’s files.',
  ],
  pages: [
    'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-programmatic-reference',
    'https://docs.github.com/copilot/how-tos/copilot-cli',
  ],
};
