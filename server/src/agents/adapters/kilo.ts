import { openCodeAgent } from './openCodeAgent.js';

/** Built on OpenCode: the same command line, plugins and stream. */
export const kilo = openCodeAgent({
  id: 'kilo',
  name: 'Kilo Code',
  program: 'kilo',
  installPage: 'https://kilo.ai/docs/code-with-ai/platforms/cli',
  configuration: 'KILO_CONFIG_CONTENT',
});
