import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keepAwake } from '../../../server/src/execution/runs/keepAwake.js';
import type { ProgramExit } from '../../../server/src/workspace/machine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const pid = String(process.pid);

it.each<[NodeJS.Platform, readonly string[], string | undefined]>([
  ['darwin', ['caffeinate', '-i', '-w', pid], undefined],
  ['linux', ['systemd-inhibit', '--what=idle:sleep', 'tail', `--pid=${pid}`, '/dev/null'], undefined],
  ['linux', [], 'systemd-inhibit is not found in the PATH'],
  ['win32', [], 'in the system settings'],
])('a run keeps the computer awake, or says that it cannot: %s %j', async (platform, words, problem) => {
  const [name = 'other'] = words;
  const bin = temporaryFolder({ [name]: '' });
  chmodSync(path.join(bin, name), 0o755);
  const machine = testMachine({ PATH: bin });
  const calls: unknown[] = [];
  const warnings: string[] = [];
  let over: (end: ProgramExit) => void = () => undefined;
  const stop = await keepAwake(
    {
      ...machine,
      places: { ...machine.places, platform },
      programs: {
        ...machine.programs,
        start: ({ program, args }) => {
          calls.push([path.basename(program), ...args]);
          return Promise.resolve({ kind: 'started', pid: 7, end: new Promise((resolve) => (over = resolve)) });
        },
        askToEnd: (ended) => calls.push(ended),
      },
    },
    temporaryFolder(),
    (text) => warnings.push(text),
  );
  stop();
  over({ code: 0, signal: null });
  await Promise.resolve();
  expect(calls).toEqual(problem === undefined ? [expect.arrayContaining([...words]) as unknown, 7] : []);
  expect(warnings).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)]);
});

it('a run says so where what keeps the computer awake ends before it', async () => {
  const bin = temporaryFolder({ caffeinate: '#!/bin/sh\necho "not here" >&2\nexit 1\n' });
  chmodSync(path.join(bin, 'caffeinate'), 0o755);
  const machine = testMachine({ PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` });
  const said = new Promise<string>((warn) => {
    void keepAwake({ ...machine, places: { ...machine.places, platform: 'darwin' } }, temporaryFolder(), warn);
  });
  expect(await said).toContain('may go to sleep during the run: not here');
});
