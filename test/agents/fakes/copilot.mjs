#!/usr/bin/env node
import { play } from './play.mjs';

let id = '';
const entry = (type, data) => [{ type, data, id: 'e1' }];
const failed = (errorType, message) => [
  ...entry('session.error', { errorType, message }),
  { type: 'result', sessionId: id, exitCode: 1, usage: {} },
];
const common = ['--allow-tool=shell(pactwright:*)', ['--deny-tool=write'], ['--model={model}'], ['--resume={session}']];

await play({
  name: 'copilot',
  version: "GitHub Copilot CLI 1.0.102.\nRun 'copilot update' to check for updates.",
  stdin: true,
  lines: {
    headless: [['--output-format=json', '--no-ask-user', '--no-auto-update', ['--allow-tool=write'], ...common]],
    interactive: [[...common, '--interactive={prompt}']],
  },
  stream: {
    session: (session) => {
      id = session;
      return [];
    },
    say: (content) => entry('assistant.message', { content, toolRequests: [] }),
    tool: (tool, { path, content, command }) =>
      entry(
        'tool.execution_start',
        tool === 'write'
          ? { toolName: 'create', arguments: { path, file_text: content } }
          : { toolName: 'bash', arguments: { command } },
      ),
    change: (path) => entry('tool.execution_complete', { fileEdits: [{ path, kind: 'create' }], success: true }),
    end: () => [...entry('assistant.idle', {}), { type: 'result', sessionId: id, exitCode: 0, usage: {} }],
  },
  failures: {
    rateLimit: { code: 1, said: failed('rate_limit', 'Failed to get response: 429 Rate limit reached') },
    auth: { code: 1, said: ['Error: No authentication information found.'] },
  },
});
