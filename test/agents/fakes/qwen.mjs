#!/usr/bin/env node
import { play } from './play.mjs';
import { messageStream } from './streams.mjs';

const common = ['--allowed-tools=run_shell_command(pactwright)', ['--model={model}'], ['--resume={session}']];
const failed = (message) => [{ type: 'result', subtype: 'error_during_execution', is_error: true, error: { message } }];

await play({
  name: 'qwen',
  version: '0.24.4',
  stdin: true,
  lines: {
    headless: [
      ['--output-format=stream-json', { any: [['--approval-mode=default'], ['--approval-mode=auto-edit']] }, ...common],
    ],
    interactive: [[['--approval-mode=plan'], ...common, '--prompt-interactive={prompt}']],
  },
  stream: messageStream({ write: 'write_file', shell: 'run_shell_command', file: 'file_path' }),
  failures: {
    rateLimit: { code: 1, said: failed('[API Error: 429 Rate limit reached]') },
    auth: { code: 1, said: failed('[API Error: 401 invalid x-api-key]') },
  },
});
