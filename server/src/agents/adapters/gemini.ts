import * as v from 'valibot';
import { finite, said, some } from '../../base/schema.js';
import { type Agent, type AgentCheck, type AgentMode, type AgentRequest, canResume, seenWhole } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { geminiGuard } from '../hooks/hookAnswers.js';
import { endReader } from '../readEnd.js';
import { readGeminiCalls } from '../refusals.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { ownRecords } from '../streams/ownRecords.js';
import { readObject, textIn } from '../streams/values.js';

const trustFirst = 'it does not trust this folder yet: run gemini once in it, or in a parent folder, and trust it';

export const gemini: Agent = {
  id: 'gemini',
  name: 'Gemini CLI',
  program: 'gemini',
  installPage: 'https://geminicli.com/docs/get-started/installation/',
  versionArgs: ['--version'],
  models: [],
  ...startedLikeGemini('auto_edit', 'headless'),
  readsIgnoredFiles: false,
  mcp: [
    { in: 'folder', path: '.gemini/settings.json', keys: ['mcpServers'] },
    { in: { home: '.gemini' }, path: 'settings.json', keys: ['mcpServers'] },
  ],
  // In a terminal it asks its model before it has loaded the conversation, and then drops that turn (0.61.0).
  resumes: 'headless',
  powers: {
    commands: { read: 'none', write: 'none' },
    own: 'direct',
    commits: false,
    network: false,
    writesOutside: false,
  },
  records: ownRecords.gemini,
  readLine,
  readCalls: readGeminiCalls,
  readEnd: endReader({
    readLine,
    logIn: 'run gemini and choose a login method',
    codes: {
      41: { kind: 'auth' },
      // The HTTP statuses 401 and 429 as an exit code, which is one byte.
      145: { kind: 'auth' },
      173: { kind: 'rateLimit' },
      42: { kind: 'notStarted' },
      52: { kind: 'notStarted' },
      55: { kind: 'notStarted', message: trustFirst },
    },
  }),
  guard: geminiGuard,
};

/**
 * How Gemini CLI and what is built on it are started.
 *
 * @param edits the program's own name of the mode in which it edits files without asking.
 * @param resumes where it resumes a session.
 */
export function startedLikeGemini(
  edits: string,
  resumes: Agent['resumes'],
): Required<Pick<Agent, 'interactive' | 'headless'>> {
  const common = ({ model, session }: AgentRequest, mode: AgentMode): readonly string[] => [
    '--allowed-tools=run_shell_command(pactwright)',
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session !== undefined && canResume({ resumes }, mode) ? [`--resume=${session}`] : []),
  ];
  return {
    interactive: (request) => ({
      args: [
        ...(request.access === 'read' ? ['--approval-mode=plan'] : []),
        ...common(request, 'interactive'),
        `--prompt-interactive=${request.prompt}`,
      ],
    }),
    headless: (request) => ({
      args: [
        '--output-format=stream-json',
        // Without a terminal, what would have to be asked is not offered to the model at all.
        `--approval-mode=${request.access === 'read' ? 'default' : edits}`,
        ...common(request, 'headless'),
      ],
      input: request.prompt,
    }),
  };
}

const line = some({
  type: v.string(),
  session_id: said,
  role: v.string(),
  content: said,
  delta: v.boolean(),
  tool_name: said,
  parameters: v.unknown(),
  severity: v.string(),
  message: said,
  status: v.string(),
  stats: some({ input_tokens: finite, cached: finite, output_tokens: finite }),
  error: some({ message: said }),
});

function readLine(text: string): readonly AgentEvent[] {
  const entry = readObject(text, line);
  switch (entry?.type) {
    case 'init':
      return sessionEvents(entry.session_id);
    case 'message':
      return entry.role === 'assistant' ? messageEvents(entry.content, entry.delta) : [];
    case 'tool_use': {
      const { tool_name: tool, parameters } = entry;
      const changed = tool === 'write_file' || tool === 'replace' ? textIn(parameters, 'file_path') : undefined;
      return [toolEvent(tool, parameters), ...fileEvents(changed)];
    }
    case 'error':
      return entry.severity === 'error' ? [errorEvent(entry.message)] : [];
    case 'result': {
      const { input_tokens: inputTokens, cached: cachedTokens, output_tokens: outputTokens } = entry.stats ?? {};
      const end = entry.status === 'error' ? errorEvent(entry.error?.message) : { kind: 'turnEnd' as const };
      return [...costEvents({ inputTokens, cachedTokens, outputTokens }), end];
    }
    default:
      return [];
  }
}

export const geminiCheck: AgentCheck = {
  version: '0.61.0',
  from: 'npm `@google/gemini-cli`',
  ...seenWhole,
  terminalTokens: 'conversation',
  hooks: 'none',
  read: 'In a terminal its plan mode; without one, tools that need approval are not offered to the model.',
  write: 'It may edit files and run `pactwright`; other commands are not offered to the model.',
  notes: [
    'Its tools do not read files that git ignores, so its prompt is handed over whole.',
    'It only works in folders that the user trusts, and exits with code 55 elsewhere. `--skip-trust` is not passed: trust the folder that contains the worktrees once.',
    'In a terminal a session is not resumed: Gemini CLI would send the prompt before it has loaded the conversation, and then drop that turn (seen with 0.61.0). A new one begins with the whole prompt; `pactwright agent resume ID --headless` resumes it.',
    'In a terminal, Pactwright cannot tell when its turn ends: its record shows a tool call only once that is over. Run `pactwright agent gate ID` when it has stopped.',
    'Its tokens include those of the small requests that choose a model.',
    'Exit codes: 41 not logged in, 42 and 52 wrong input or settings, 55 not trusted; an HTTP status is cut to one byte, so 401 is 145 and 429 is 173.',
  ],
  pages: [
    'https://geminicli.com/docs/cli/headless/',
    'https://geminicli.com/docs/cli/trusted-folders/#headless-and-automated-environments',
  ],
};
