import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isRestored } from '../../../server/src/doors/cli/restoredTerminal.js';
import { bundledCli } from '../../support/bundledCli.js';
import { testMachine } from '../../support/testMachine.js';

const cli = bundledCli();
const gone = 2 ** 22 - 1;
const now = Date.UTC(2026, 0, 5);

describe('a terminal that the editor opened for one command', () => {
  it.each([
    ['just now', `${process.pid} ${now - 2_000}`, false],
    ['long ago', `${process.pid} ${now - 90_000}`, true],
    ['by an editor that has ended', `${gone} ${now}`, true],
    ['nobody knows when', '1', true],
  ])('was restored or not: opened %s', async (_when, opened, expected) => {
    expect(
      await isRestored(
        testMachine({}, () => now),
        opened,
      ),
    ).toBe(expected);
  });

  it('runs it once', () => {
    const run = (opened: string) =>
      spawnSync(process.execPath, [cli, '--version'], {
        env: { PATH: process.env['PATH'], PACTWRIGHT_OPENED: opened },
        encoding: 'utf8',
      });
    expect(run(`${process.pid} ${Date.now()}`)).toMatchObject({ status: 0, stderr: '' });
    const restored = run(`${process.pid} ${now}`);
    expect(restored).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('does not restart by itself') as string,
    });
    expect(restored.status).not.toBe(0);
  });
});
