import { openCodeAgent } from './openCodeAgent.js';

export const opencode = openCodeAgent({
  id: 'opencode',
  name: 'OpenCode',
  program: 'opencode',
  installPage: 'https://opencode.ai/docs/',
  configuration: 'OPENCODE_CONFIG_CONTENT',
});
