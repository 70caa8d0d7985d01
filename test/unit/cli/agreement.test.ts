import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isAgreed } from '../../../server/src/execution/agents/agreement.js';
import { testMachine } from '../../support/testMachine.js';

describe('before the first use of an agent in a repository', () => {
  const state = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agreed-'));
  afterAll(() => {
    rmSync(state, { recursive: true, force: true });
  });
  const agent = { id: 'claude', name: 'Claude Code' };
  const ask = async (answer: string, changes: { program?: string; logs?: string } = {}): Promise<[boolean, string]> => {
    let question = '';
    const agreed = await isAgreed({
      agent,
      command: [changes.program ?? '/usr/bin/claude', '--model', 'a b', 'Read \u001B[31m it'],
      logs: changes.logs ?? '/repository/.git/pactwright/agents',
      machine: testMachine({ PACTWRIGHT_STATE: state }),
      warn: () => undefined,
      ask: (text) => {
        question = text;
        return Promise.resolve(answer);
      },
    });
    return [agreed, question];
  };

  it('a person is shown the exact command, and only a yes starts it', async () => {
    const [no, question] = await ask('');
    expect(no).toBe(false);
    expect(question).toContain('/usr/bin/claude --model "a b" "Read \\u001b[31m it"');
    expect((await ask('n'))[0]).toBe(false);
    expect((await ask('yes please'))[0]).toBe(false);
    expect((await ask('y'))[0]).toBe(true);
    expect((await ask('y'))[1]).not.toBe('');
  });

  it('a person who says always is not asked again, unless repository or program is another', async () => {
    expect((await ask(' A '))[0]).toBe(true);
    expect(await ask('n')).toEqual([true, '']);
    expect((await ask('n', { program: '/tmp/claude' }))[0]).toBe(false);
    expect((await ask('n', { logs: '/other/.git/pactwright/agents' }))[0]).toBe(false);
    expect(readdirSync(path.join(state, 'agreed'))).toHaveLength(1);
  });
});
