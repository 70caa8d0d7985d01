import { expect, it } from 'vitest';
import { runQuietly } from '../../../server/src/execution/programs/runQuietly.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

it('hands over the environment, but not that the editor is to be Node.js, and asks nothing', async () => {
  const script =
    'const { MINE, ELECTRON_RUN_AS_NODE, GIT_TERMINAL_PROMPT } = process.env; console.log(MINE, ELECTRON_RUN_AS_NODE, GIT_TERMINAL_PROMPT)';
  const machine = testMachine({ MINE: 'mine', ELECTRON_RUN_AS_NODE: '1' });
  const { signal } = new AbortController();
  expect(await runQuietly(process.execPath, ['-e', script], temporaryFolder(), { machine, signal })).toEqual({
    code: 0,
    output: 'mine undefined 0\n',
    errors: '',
  });
});
