#!/usr/bin/env node
import { play } from './play.mjs';

const failed = (message) => [{ type: 'error', message, stop_reason: 'error' }];

await play({
  name: 'letta',
  version: '0.25.9 (Letta Code)',
  stdin: true,
  lines: {
    headless: [
      [
        ...['-p', '--output-format', 'stream-json', '--permission-mode', { any: [['plan'], ['acceptEdits']] }],
        ...[['--model', '{model}'], { any: [['--new'], ['--conversation', '{session}']] }],
      ],
    ],
    interactive: [],
  },
  stream: {
    session: (session) => [{ type: 'system', subtype: 'init', conversation_id: session, agent_id: 'agent-1' }],
    tool: (tool, { path, content, command }) => [
      {
        type: 'auto_approval',
        tool_call: {
          name: tool === 'write' ? 'Write' : 'Bash',
          arguments: JSON.stringify(tool === 'write' ? { file_path: path, content } : { command }),
        },
      },
    ],
    end: () => [
      {
        type: 'result',
        subtype: 'success',
        result: 'All done.',
        usage: { prompt_tokens: 20, completion_tokens: 10 },
      },
    ],
  },
  failures: {
    rateLimit: { code: 1, said: failed('429 Rate limit reached') },
    auth: { code: 1, said: ['Missing LETTA_API_KEY'] },
  },
});
