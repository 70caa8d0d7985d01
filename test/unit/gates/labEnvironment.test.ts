import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { decisivePart, gateEnvironment } from '../../../server/src/execution/gates/environment.js';
import { labOf, labProject, memoryLog } from '../../support/labOf.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

/** A folder with a program `judge` that ends with a code. */
function programEndingWith(code: number): string {
  const folder = temporaryFolder({ judge: `#!/bin/sh\nexit ${code}\n` });
  chmodSync(path.join(folder, 'judge'), 0o755);
  return folder;
}

it.skipIf(process.platform === 'win32')(
  'what a program of the same name said elsewhere is not used again',
  async () => {
    const repository = labProject({ 'a.js': '' });
    const log = memoryLog();
    const judged = async (folder: string): Promise<unknown> => {
      const lab = labOf(repository, {
        log,
        machine: testMachine({ ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` }),
        configuration: { commands: new Map([['test', ['judge']]]) },
      });
      const run = await lab.runCommand('test', { kind: 'here' });
      return run.kind === 'ran' ? [run.code, run.evidence.reused ?? false] : run;
    };
    const [fine, real] = [programEndingWith(0), programEndingWith(1)];
    expect(await judged(fine)).toEqual([0, false]);
    expect(await judged(fine)).toEqual([0, true]);
    expect(await judged(real)).toEqual([1, false]);
  },
);

it('programs are not told what to leave out, and what tells them apart is known', () => {
  const env = {
    PATH: '/bin',
    PYTEST_ADDOPTS: '--collect-only',
    NODE_OPTIONS: '--import ./x.mjs',
    BASH_ENV: 'x',
    GOFLAGS: '-mod=mod',
    GOOGLE_TOKEN: 'x',
    TERM_SESSION_ID: '1',
  };
  const kept = gateEnvironment(env);
  expect(Object.keys(kept)).toEqual(['PATH', 'GOFLAGS', 'GOOGLE_TOKEN', 'TERM_SESSION_ID', 'PYTHONDONTWRITEBYTECODE']);
  expect(decisivePart(kept)).toEqual(['GOFLAGS=-mod=mod', 'PATH=/bin', 'PYTHONDONTWRITEBYTECODE=1']);
});
