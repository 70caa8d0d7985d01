import type { Agent, AgentCheck } from '../agent.js';
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
  ...startedLikeGemini('auto-edit'),
  mcp: [
    { in: 'folder', path: '.qwen/settings.json', keys: ['mcpServers'] },
    { in: { home: '.qwen' }, path: 'settings.json', keys: ['mcpServers'] },
  ],
  resumes: true,
  powers: {
    commands: { read: 'none', write: 'none' },
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
  headless: 'worked',
  terminal: 'worked',
  stream: 'recorded',
  ends: 'recorded',
  resume: 'worked',
  hooks: 'none',
  read: 'In a terminal its plan mode; without one, tools that need approval are not offered to the model.',
  write: 'It may edit files and run `pactwright`; other commands are not offered to the model.',
  notes: [],
  pages: ['https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/headless.md'],
};
