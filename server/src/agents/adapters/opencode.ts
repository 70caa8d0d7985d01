import type { AgentCheck } from '../agent.js';
import { openCodeAgent } from './openCodeAgent.js';

export const opencode = openCodeAgent({
  id: 'opencode',
  name: 'OpenCode',
  program: 'opencode',
  installPage: 'https://opencode.ai/docs/',
  configuration: 'OPENCODE_CONFIG_CONTENT',
});

export const opencodeCheck: AgentCheck = {
  version: '1.18.34',
  from: 'npm `opencode-ai`',
  headless: 'worked',
  terminal: 'worked',
  stream: 'recorded',
  ends: 'recorded',
  resume: 'worked',
  hooks: 'worked',
  read: 'Edits and all commands but `pactwright` are denied.',
  write:
    'What the person’s own configuration allows; by itself OpenCode asks for nothing inside the folder, and without a terminal it refuses what it would ask for.',
  notes: [
    'Hooks come by a plugin that the variable OPENCODE_CONFIG_CONTENT names; it is laid over the configuration of the person, whose plugins stay.',
    'It takes the variable PWD for the folder to work in, so that is set.',
  ],
  pages: [
    'https://opencode.ai/docs/cli/',
    'https://opencode.ai/docs/plugins/',
    'https://opencode.ai/docs/permissions/',
  ],
};
