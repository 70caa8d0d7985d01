#!/usr/bin/env node
import { play } from './play.mjs';

const common = [
  ...['--tools', { any: [['read,grep,find,ls'], ['read,grep,find,ls,bash,edit,write']] }],
  ...[
    ['--model', '{model}'],
    ['--session', '{session}'],
  ],
];
const usage = { input: 20, output: 10, cost: { total: 0.01 } };
const failed = (errorMessage) => {
  const message = { role: 'assistant', content: [], stopReason: 'error', errorMessage };
  return [
    { type: 'message_end', message },
    { type: 'agent_end', messages: [message] },
  ];
};

await play({
  name: 'pi',
  version: '0.74.2',
  stdin: true,
  lines: { headless: [['-p', '--mode', 'json', ...common]], interactive: [[...common, '{prompt}']] },
  stream: {
    session: (session) => [{ type: 'session', version: 3, id: session, cwd: process.cwd() }],
    say: (text) => [{ type: 'message_end', message: { role: 'assistant', content: [{ type: 'text', text }], usage } }],
    tool: (tool, { path, content, command }) => [
      {
        type: 'tool_execution_start',
        ...(tool === 'write'
          ? { toolName: 'write', args: { path, content } }
          : { toolName: 'bash', args: { command } }),
      },
    ],
    end: () => [{ type: 'agent_end', messages: [{ role: 'assistant', content: [], stopReason: 'stop' }] }],
  },
  // It ends with 0 whatever happens.
  failures: {
    rateLimit: { code: 0, said: failed('429 Rate limit reached') },
    auth: { code: 0, said: failed('401 invalid x-api-key') },
  },
});
