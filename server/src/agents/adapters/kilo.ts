import { type AgentCheck, seenWhole } from '../agent.js';
import { openCodeAgent } from './openCodeAgent.js';

/** Built on OpenCode: the same command line, plugins and stream. */
export const kilo = openCodeAgent({
  id: 'kilo',
  name: 'Kilo Code',
  program: 'kilo',
  installPage: 'https://kilo.ai/docs/code-with-ai/platforms/cli',
  configuration: 'KILO_CONFIG_CONTENT',
});

export const kiloCheck: AgentCheck = {
  version: '7.7.9',
  from: 'npm `@kilocode/cli`',
  ...seenWhole,
  read: 'Same as OpenCode, which it is built on.',
  write: 'Same as OpenCode; if it would have to ask, it exits with code 1.',
  notes: ['Hooks are passed in KILO_CONFIG_CONTENT, as for OpenCode.'],
  pages: ['https://kilo.ai/docs/code-with-ai/platforms/cli', 'https://github.com/Kilo-Org/kilocode'],
};
