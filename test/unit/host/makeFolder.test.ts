import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../server/src/host/makeFolder.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('makes a folder and those above it, with the mode that is asked for, also where it is there', async () => {
  const folder = path.join(temporaryFolder(), 'a', 'b');
  await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]);
  await makeFolder(folder);
  if (process.platform !== 'win32')
    expect([folder, path.dirname(folder)].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
  expect(statSync(folder).isDirectory()).toBe(true);
});

const cases: readonly (readonly [string, () => string, string])[] = [
  ['in a file', () => path.join(temporaryFolder({ file: '' }), 'file', 'a'), 'EEXIST'],
  ['where a file is', () => path.join(temporaryFolder({ file: '' }), 'file'), 'EEXIST'],
  ...(process.platform === 'linux'
    ? [['where the file system holds none of ours', () => '/proc/pactwright/a', 'ENOENT'] as const]
    : []),
];

it.each(cases)('fails, and ends, %s', async (_, folder, code) => {
  await expect(makeFolder(folder())).rejects.toMatchObject({ code });
});
