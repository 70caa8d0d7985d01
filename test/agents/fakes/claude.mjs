#!/usr/bin/env node
import { claudeHooks } from './hooks.mjs';
import { play } from './play.mjs';
import { messageStream } from './streams.mjs';

const noEdits = '--disallowedTools=Edit,Write,NotebookEdit';
const common = [
  '--allowedTools=Bash(pactwright:*)',
  ['--model={model}'],
  ['--resume={session}'],
  ['--settings={settings}'],
];
const stream = messageStream({ write: 'Write', shell: 'Bash', file: 'file_path' });
const failed = (status, result) => [
  { type: 'result', subtype: 'success', is_error: true, api_error_status: status, result },
];

await play({
  name: 'claude',
  version: '2.1.330 (Claude Code)',
  stdin: true,
  lines: {
    headless: [
      [
        ...['-p', '--output-format', 'stream-json', '--verbose', '--permission-mode'],
        { any: [['acceptEdits'], ['dontAsk', noEdits]] },
        ...common,
      ],
    ],
    interactive: [[[noEdits], ...common, '--', '{prompt}']],
  },
  stream: {
    ...stream,
    change: (filePath) => [{ type: 'user', message: {}, tool_use_result: { type: 'create', filePath } }],
    end: () => stream.end().map((line) => ({ ...line, total_cost_usd: 0.01 })),
  },
  hooks: claudeHooks,
  failures: {
    rateLimit: { code: 1, said: failed(429, 'API Error: Request rejected (429) · Rate limit reached') },
    auth: { code: 1, said: failed(null, 'Not logged in · Please run /login') },
  },
});
