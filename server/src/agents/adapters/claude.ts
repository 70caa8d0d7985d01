import { type Agent, type AgentCheck, type AgentRequest, filesFolder, seenWhole } from '../agent.js';
import { claudeHooks } from '../hooks/claudeHooks.js';
import { claudeGuard } from '../hooks/hookAnswers.js';
import { endReader } from '../readEnd.js';
import { readClaudeCalls } from '../refusals.js';
import { messageStreamReader } from '../streams/messageStream.js';
import { ownRecords } from '../streams/ownRecords.js';

/** Without a terminal the stream reports the rest. `PreToolUse` is left out: the call may still be refused. */
const ranEvents = ['PostToolUse', 'PostToolUseFailure'];

/** Beside what the person's own settings allow. What needs more is asked in a terminal, and refused without one. */
const ownCommand = '--allowedTools=Bash(pactwright:*)';
const noEdits = '--disallowedTools=Edit,Write,NotebookEdit';

const readLine = messageStreamReader('apart');

export const claude: Agent = {
  id: 'claude',
  name: 'Claude Code',
  program: 'claude',
  installPage: 'https://code.claude.com/docs/en/setup',
  versionArgs: ['--version'],
  // Each stands for the newest of its kind: https://code.claude.com/docs/en/model-config.
  models: ['opus', 'sonnet', 'haiku'],
  interactive: (request) => ({
    args: [...(request.access === 'read' ? [noEdits] : []), ...common(request), '--', request.prompt],
    ...filesOf(request, claudeHooks.events),
  }),
  headless: (request) => ({
    args: [
      ...['-p', '--output-format', 'stream-json', '--verbose'],
      ...(request.access === 'read' ? ['--permission-mode', 'dontAsk', noEdits] : ['--permission-mode', 'acceptEdits']),
      ...common(request),
    ],
    input: request.prompt,
    ...filesOf(request, ranEvents),
  }),
  // https://code.claude.com/docs/en/mcp
  mcp: [
    { in: 'folder', path: '.mcp.json', keys: ['mcpServers'] },
    { in: { home: '', variable: 'CLAUDE_CONFIG_DIR' }, path: '.claude.json', keys: ['mcpServers'] },
    {
      in: { home: '', variable: 'CLAUDE_CONFIG_DIR' },
      path: '.claude.json',
      keys: ['projects', '{folder}', 'mcpServers'],
    },
  ],
  resumes: true,
  powers: {
    commands: { read: 'safe', write: 'safe' },
    own: 'direct',
    commits: false,
    network: false,
    writesOutside: false,
  },
  sums: ['dollars'],
  records: ownRecords.claude,
  readLine,
  readCalls: readClaudeCalls,
  readEnd: endReader({ readLine, logIn: 'run claude and use /login' }),
  hooks: claudeHooks,
  guard: claudeGuard,
};

function common({ model, session, hook }: AgentRequest): readonly string[] {
  return [
    ownCommand,
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--resume=${session}`]),
    // Added to the person's own settings, whose hooks run, too.
    ...(hook ? [`--settings=${filesFolder}/settings.json`] : []),
  ];
}

function filesOf(
  { hook }: AgentRequest,
  names: readonly string[],
): { readonly files?: Readonly<Record<string, string>> } {
  if (!hook) return {};
  const [command, ...args] = hook;
  const hooks = names.map((event): [string, unknown] => [
    event,
    [{ hooks: [{ type: 'command', command, args: [...args, event] }] }],
  ]);
  return { files: { 'settings.json': `${JSON.stringify({ hooks: Object.fromEntries(hooks) }, undefined, 2)}\n` } };
}

export const claudeCheck: AgentCheck = {
  version: '2.1.330',
  from: 'npm `@anthropic-ai/claude-code`',
  ...seenWhole,
  terminalTokens: 'all',
  read: 'Editing tools are removed; anything its own rules do not consider safe is denied.',
  write:
    'It may edit files in the folder, and run `pactwright` and whatever its own rules consider safe; other commands are denied unless the user’s own settings allow them.',
  notes: [
    'Hooks are passed with `--settings`, which adds to the user’s settings; tested: hooks of both run. They name a program and its arguments, so no shell is involved.',
    'It uses exit code 1 for all failures; the last line of the stream says which.',
  ],
  pages: ['https://code.claude.com/docs/en/cli-reference', 'https://code.claude.com/docs/en/hooks'],
};
