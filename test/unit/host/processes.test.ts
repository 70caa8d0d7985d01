import path from 'node:path';
import { expect, it } from 'vitest';
import { processes, startProgram } from '../../../server/src/host/processes.js';
import { runForOutput } from '../../../server/src/workspace/processOutput.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it.each([
  ['a program that is missing', () => ({ program: path.join(temporaryFolder(), 'agent') })],
  ['a folder that is a file', () => ({ folder: path.join(temporaryFolder({ a: '' }), 'a') })],
  ['a folder that is missing', () => ({ folder: path.join(temporaryFolder(), 'gone') })],
  ['an argument that is too long', () => ({ args: ['x'.repeat(3 * 1024 * 1024)] })],
  ['an argument with what ends one', () => ({ args: ['a\0b'] })],
])('is not started and throws nothing: %s', async (_name, wrong) => {
  const start = { program: process.execPath, args: ['--version'], folder: temporaryFolder(), env: {}, ...wrong() };
  expect(await startProgram(start)).toMatchObject({ kind: 'notStarted' });
  expect(await processes.run({ ...start, take: () => undefined })).toMatchObject({ kind: 'notStarted' });
});

const script = (text: string) => ({
  program: process.execPath,
  args: ['-e', text],
  folder: temporaryFolder(),
  env: process.env,
});

it('ends a program with all it started, and says so, where it takes longer than it may', async () => {
  const start =
    script(`require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.log('started'); setInterval(() => console.log('and on'), 20)`);
  expect(await runForOutput(processes, { ...start, timeLimit: 300 })).toMatchObject({ code: null, isLate: true });
});

it('keeps the end of what a program prints, as much as is wanted', async () => {
  const start = script(`process.stdout.write('x'.repeat(100_000) + 'end'); process.stderr.write('why')`);
  expect(await runForOutput(processes, start, 5)).toEqual({ kind: 'ended', code: 0, output: 'xxend', errors: 'why' });
});

it('says what is missing: the program or the folder', async () => {
  const start = { ...script(''), take: () => undefined };
  expect(await processes.run({ ...start, program: 'no-such-program' })).toEqual({
    kind: 'notStarted',
    message: 'no-such-program is not installed, or not found in the PATH',
  });
  const gone = path.join(start.folder, 'gone');
  expect(await processes.run({ ...start, folder: gone })).toMatchObject({ message: `there is no folder ${gone}` });
});
