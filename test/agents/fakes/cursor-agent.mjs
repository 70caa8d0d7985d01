#!/usr/bin/env node
import { play } from './play.mjs';
import { messageStream } from './streams.mjs';

const common = [['--mode=ask'], ['--model={model}'], ['--resume={session}'], '--', '{prompt}'];
const call = (subtype, fields) => [{ type: 'tool_call', subtype, call_id: 'call_1', tool_call: fields }];

await play({
  name: 'cursor',
  version: '2026.10.02-1a2b3c4',
  lines: { headless: [['-p', '--output-format=stream-json', ...common]], interactive: [common] },
  stream: {
    ...messageStream({ write: 'write', shell: 'shell', file: 'path' }),
    tool: (tool, { path, content, command }) =>
      call(
        'started',
        tool === 'write'
          ? { writeToolCall: { args: { path, fileText: content } } }
          : { shellToolCall: { args: { command } } },
      ),
    change: (path) => call('completed', { writeToolCall: { args: { path }, result: { success: { path } } } }),
  },
  failures: {
    rateLimit: { code: 1, said: ['Error: usage limit reached'] },
    auth: { code: 1, said: ["Error: Authentication required. Please run 'cursor-agent login' first"] },
  },
});
