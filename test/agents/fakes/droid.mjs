#!/usr/bin/env node
import { play } from './play.mjs';

const failed = (message) => [{ type: 'error', source: 'cli', message: `Error: ${message}` }];

await play({
  name: 'droid',
  version: '0.215.0',
  stdin: true,
  lines: {
    headless: [[...['exec', '--output-format=stream-json', ['--auto=low']], ...[['--session-id={session}']]]],
    interactive: [[['--use-spec'], ['--resume={session}'], '--', '{prompt}']],
  },
  stream: {
    session: (session) => [{ type: 'system', subtype: 'init', session_id: session }],
    say: (text) => [{ type: 'message', role: 'assistant', text }],
    tool: (tool, { path, content, command }) => [
      {
        type: 'tool_call',
        toolName: tool === 'write' ? 'Create' : 'Execute',
        parameters: tool === 'write' ? { file_path: path, content } : { command },
      },
    ],
    end: () => [
      { type: 'completion', finalText: 'All done.', numTurns: 1, usage: { input_tokens: 20, output_tokens: 10 } },
    ],
  },
  failures: {
    rateLimit: { code: 1, said: failed('429 Rate limit reached') },
    auth: {
      code: 1,
      said: failed(
        'Authentication failed. Please log in using /login or set a valid FACTORY_API_KEY environment variable.',
      ),
    },
  },
});
