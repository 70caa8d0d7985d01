#!/usr/bin/env node
import { play } from './play.mjs';

const common = ['--allowed-tools=run_shell_command(pactwright)', ['--model={model}'], ['--resume={session}']];
const stats = { input_tokens: 20, output_tokens: 10 };
const failed = (message) => [{ type: 'result', status: 'error', error: { type: 'unknown', message }, stats }];

await play({
  name: 'gemini',
  version: '0.61.0',
  stdin: true,
  lines: {
    headless: [
      ['--output-format=stream-json', { any: [['--approval-mode=default'], ['--approval-mode=auto_edit']] }, ...common],
    ],
    interactive: [[['--approval-mode=plan'], ...common, '--prompt-interactive={prompt}']],
  },
  stream: {
    session: (session) => [{ type: 'init', session_id: session, model: 'm' }],
    say: (content) => [{ type: 'message', role: 'assistant', content, delta: true }],
    tool: (tool, { path, content, command }) => [
      {
        type: 'tool_use',
        ...(tool === 'write'
          ? { tool_name: 'write_file', parameters: { file_path: path, content } }
          : { tool_name: 'run_shell_command', parameters: { command } }),
      },
    ],
    end: () => [{ type: 'result', status: 'success', stats }],
  },
  failures: {
    rateLimit: { code: 173, said: failed('[API Error: Rate limit reached]') },
    auth: { code: 41, said: ['Invalid auth method selected.'] },
  },
});
