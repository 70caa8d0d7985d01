import { openCodeGuard } from '../hooks/hookAnswers.js';
import { type AgentCheck, seenWhole } from '../agent.js';
import { openCodeAgent } from './openCodeAgent.js';

export const opencode = openCodeAgent({
  id: 'opencode',
  name: 'OpenCode',
  program: 'opencode',
  installPage: 'https://opencode.ai/docs/',
  configuration: 'OPENCODE_CONFIG_CONTENT',
  guard: openCodeGuard,
  powers: {
    commands: { read: 'none', write: 'all' },
    own: 'direct',
    commits: true,
    network: true,
    writesOutside: false,
  },
});

export const opencodeCheck: AgentCheck = {
  version: '1.18.34',
  from: 'npm `opencode-ai`',
  ...seenWhole,
  terminalTokens: 'conversation',
  read: 'Edits and all commands but `pactwright` are denied.',
  write:
    'Whatever the user’s own configuration allows; by default OpenCode asks for nothing inside the folder, and without a terminal it denies what it would ask for.',
  notes: [
    'Hooks are a plugin passed in OPENCODE_CONFIG_CONTENT, which is merged with the user’s configuration and with what that variable already holds; the user’s plugins stay active.',
    'In a terminal it drops the prompt of a session that it resumes (seen with 1.18.33); the plugin sends it instead. If that fails, the session and a message in OpenCode say why, with the prompt to send yourself.',
    'It retries a model that does not answer without end, and its stream does not report that. The plugin reports each attempt; Pactwright stops it after ten, or at once if a quota is used up.',
    'Its stream does not report the tokens of the small request that generates a title.',
    'If it is quit in a terminal at the moment of its last words, the tokens of that answer are missing.',
    'It reports a cost of 0 for a model whose price it does not know, so 0 counts as unknown.',
    'At its first start in a home folder it fetches `@opencode-ai/plugin` from npm, and its stream says nothing meanwhile.',
    'It uses the variable PWD as its working folder, so PWD is set.',
  ],
  pages: [
    'https://opencode.ai/docs/cli/',
    'https://opencode.ai/docs/plugins/',
    'https://opencode.ai/docs/permissions/',
  ],
};
