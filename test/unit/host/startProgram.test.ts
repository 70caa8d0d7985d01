import path from 'node:path';
import { expect, it } from 'vitest';
import { processes } from '../../../server/src/host/processes.js';
import { startProgram } from '../../../server/src/host/startProgram.js';
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
