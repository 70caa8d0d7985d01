import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isUnfinished } from '../../../server/src/base/leftoverWrite.js';
import { writeLocalFile } from '../../../server/src/execution/agents/localFiles.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const isKilled = new Error('killed');

it('leaves nothing that git shows and nobody removes, whenever it is killed', async () => {
  const folder = temporaryFolder();
  const real = testMachine();
  const killed = {
    ...real,
    disk: {
      ...real.disk,
      // As when it is killed between making the file and writing to it.
      writeFile: (file: unknown) => {
        writeFileSync(String(file), '');
        return Promise.reject(isKilled);
      },
    },
  };
  await expect(writeLocalFile(killed, folder, 'prompts/one.md', 'Build it.')).rejects.toBe(isKilled);
  const left = (): string[] => readdirSync(path.join(folder, '.pactwright/local')).filter((name) => name !== 'prompts');
  expect(left().filter((name) => !isUnfinished(name))).toEqual([]);
  expect(await writeLocalFile(real, folder, 'prompts/one.md', 'Build it.')).toBe('.pactwright/local/prompts/one.md');
  expect(left()).toContain('.gitignore');
});
