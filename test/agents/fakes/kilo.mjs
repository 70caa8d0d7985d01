#!/usr/bin/env node
import { openCodeHooks } from './hooks.mjs';
import { play } from './play.mjs';
import { openCodeStream } from './streams.mjs';

const failed = (statusCode, message) => [{ type: 'error', error: { name: 'APIError', data: { message, statusCode } } }];

await play({
  name: 'kilo',
  version: '7.7.9',
  stdin: true,
  lines: {
    headless: [['run', '--format=json', ['--model={model}'], ['--session={session}']]],
    interactive: [['--prompt={prompt}', ['--model={model}'], ['--session={session}']]],
  },
  stream: openCodeStream(),
  hooks: openCodeHooks('KILO_CONFIG_CONTENT'),
  failures: {
    rateLimit: { code: 1, said: failed(429, 'Too Many Requests: rate limit reached') },
    auth: { code: 1, said: failed(401, 'invalid x-api-key: Unauthorized') },
  },
});
