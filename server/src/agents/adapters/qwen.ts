import { type Agent, type AgentCheck, seenWhole } from '../agent.js';
import { qwenGuard } from '../hooks/hookAnswers.js';
import { endReader } from '../readEnd.js';
import { readQwenCalls } from '../refusals.js';
import { messageStreamReader } from '../streams/messageStream.js';
import { ownRecords } from '../streams/ownRecords.js';
import { startedLikeGemini } from './gemini.js';

const readLine = messageStreamReader('within');

export const qwen: Agent = {
  id: 'qwen',
  name: 'Qwen Code',
  program: 'qwen',
  installPage: 'https://qwenlm.github.io/qwen-code-docs/',
  versionArgs: ['--version'],
  models: [],
  ...startedLikeGemini('auto-edit', true),
  mcp: [
    { in: 'folder', path: '.qwen/settings.json', keys: ['mcpServers'] },
    { in: { home: '.qwen' }, path: 'settings.json', keys: ['mcpServers'] },
  ],
  resumes: true,
  powers: {
    commands: { read: 'safe', write: 'safe' },
    own: 'direct',
    commits: false,
    network: false,
    writesOutside: true,
  },
  sums: ['inputTokens', 'cachedTokens', 'outputTokens'],
  records: ownRecords.qwen,
  readLine,
  readCalls: readQwenCalls,
  readEnd: endReader({ readLine, logIn: 'run qwen and use /auth' }),
  guard: qwenGuard,
};

export const qwenCheck: AgentCheck = {
  version: '0.24.4',
  from: 'npm `@qwen-code/qwen-code`',
  ...seenWhole,
  terminalTokens: 'all',
  hooks: 'none',
  read: 'In a terminal its plan mode; without one, it runs commands that it considers harmless, such as `git log`, and denies what needs approval.',
  write:
    'It may edit files, outside of the folder too, run `pactwright` and commands that it considers harmless; it denies others.',
  notes: [
    'It repeats a request that its model refuses with HTTP 429, up to 77 times in more than half an hour (seen with 0.15.10), and its stream does not report that. Its own record does: Pactwright stops it at once if a quota is used up, otherwise after ten attempts.',
    'In a terminal, the end of a turn is read from its own record. That it waits for an answer is not reported.',
    'Its requests for prompt suggestions are not recorded until the program ends, so the tokens of a terminal session do not include them (seen with 0.24.4). To turn them off, set `ui.enableFollowupSuggestions` to `false` in `.qwen/settings.json`.',
    'It needs Node.js 22 or newer.',
  ],
  pages: ['https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/headless.md'],
};
