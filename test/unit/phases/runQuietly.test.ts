import { expect, it } from 'vitest';
import { runQuietly } from '../../../server/src/execution/phases/runQuietly.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('hands over the environment, but not that the editor is to be Node.js, and asks nothing', async () => {
  const script =
    'const { MINE, ELECTRON_RUN_AS_NODE, GIT_TERMINAL_PROMPT } = process.env; console.log(MINE, ELECTRON_RUN_AS_NODE, GIT_TERMINAL_PROMPT)';
  const io = { env: { MINE: 'mine', ELECTRON_RUN_AS_NODE: '1' }, now: Date.now, err: () => undefined };
  const { signal } = new AbortController();
  expect(await runQuietly(process.execPath, ['-e', script], temporaryFolder(), { io, signal })).toEqual({
    code: 0,
    output: 'mine undefined 0\n',
    errors: '',
  });
});
