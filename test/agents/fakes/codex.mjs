#!/usr/bin/env node
import { codexHooks } from './hooks.mjs';
import { play } from './play.mjs';

const item = (type, fields) => [{ type, item: { id: 'item_1', ...fields } }];
const shell = ['-c', 'allow_login_shell=false'];
const failed = (message) => [
  { type: 'error', message },
  { type: 'turn.failed', error: { message } },
];

await play({
  name: 'codex',
  version: 'codex-cli 0.169.0',
  stdin: true,
  lines: {
    headless: [
      [
        ...['exec', '--json', '--sandbox', { any: [['read-only'], ['workspace-write']] }, ...shell],
        ...[['--model={model}'], ['resume', '{session}'], '-'],
      ],
    ],
    interactive: [
      [...shell, ['--sandbox', 'read-only'], ['--model={model}'], ['-c', 'hooks={hooks}'], '--', '{prompt}'],
      [
        'resume',
        ...shell,
        ['--sandbox', 'read-only'],
        ['--model={model}'],
        ['-c', 'hooks={hooks}'],
        '--',
        '{session}',
        '{prompt}',
      ],
    ],
  },
  stream: {
    session: (session) => [{ type: 'thread.started', thread_id: session }, { type: 'turn.started' }],
    say: (text) => item('item.completed', { type: 'agent_message', text }),
    tool: (tool, { command }) =>
      tool === 'write' ? [] : item('item.started', { type: 'command_execution', command, status: 'in_progress' }),
    change: (path) =>
      item('item.completed', { type: 'file_change', status: 'completed', changes: [{ path, kind: 'add' }] }),
    end: () => [{ type: 'turn.completed', usage: { input_tokens: 20, output_tokens: 10 } }],
  },
  hooks: codexHooks,
  failures: {
    rateLimit: { code: 1, said: failed('exceeded retry limit, last status: 429 Too Many Requests') },
    auth: { code: 1, said: failed('unexpected status 401 Unauthorized: Missing bearer or basic authentication') },
  },
});
