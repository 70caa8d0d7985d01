import path from 'node:path';
import { expect, it } from 'vitest';
import { type CommandLineCall, runCommandLine } from '../../../client/src/editor/commandLine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const ways: readonly (readonly [string, () => Partial<CommandLineCall>])[] = [
  ['a folder that is missing', () => ({ folder: path.join(temporaryFolder(), 'gone') })],
  ['a folder that is a file', () => ({ folder: path.join(temporaryFolder({ a: '' }), 'a') })],
  ['an argument that is too long', () => ({ args: ['x'.repeat(3 * 1024 * 1024)] })],
  ['an argument with what ends one', () => ({ args: ['a\0b'] })],
  ['a variable that is too long', () => ({ env: { LONG: 'x'.repeat(3 * 1024 * 1024) } })],
];

it.each(ways)('does not start, and says why, with %s', async (_name, wrong) => {
  const program = path.join(temporaryFolder({ 'a.cjs': '' }), 'a.cjs');
  const call = { program, args: [], folder: temporaryFolder(), onLine: () => undefined, ...wrong() };
  const { code, errors } = await runCommandLine({ ...call, signal: new AbortController().signal });
  expect(code).toBeNull();
  expect(errors).not.toBe('');
});
