#!/usr/bin/env node
import { play } from './play.mjs';

let id = '';
const common = [['--ask'], ['--model={model}'], ['--resume={session}'], '--instruction={prompt}'];
const result = (fields) => [{ type: 'result', session_id: id, num_turns: 1, ...fields }];

await play({
  name: 'auggie',
  version: '0.36.0 (commit 7c61e5bb)',
  lines: { headless: [['--print', '--output-format=json', ...common]], interactive: [common] },
  stream: {
    session: (session) => {
      id = session;
      return [];
    },
    end: () => result({ result: 'All done.', is_error: false, subtype: 'success' }),
  },
  failures: {
    rateLimit: { code: 1, said: result({ result: 'Rate limit exceeded', is_error: true, subtype: 'error' }) },
    auth: { code: 1, said: ['❌ No auth provided. Please log in with `auggie login`.'] },
  },
});
