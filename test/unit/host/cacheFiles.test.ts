import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cacheFiles } from '../../../server/src/host/cacheFiles.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('removes files that nobody wrote for over 30 days when a new one comes, and no others', async () => {
  const folder = temporaryFolder({ old: '', recent: '', 'sub/old': '' });
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  for (const file of ['old', 'sub/old']) utimesSync(path.join(folder, file), daysAgo(31), daysAgo(31));
  utimesSync(path.join(folder, 'recent'), daysAgo(29), daysAgo(29));

  await cacheFiles.write(path.join(folder, 'recent'), 'again');
  expect(readdirSync(folder).sort()).toEqual(['old', 'recent', 'sub']);
  await cacheFiles.write(path.join(folder, 'new'), '');
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['new', 'recent', 'sub', path.join('sub', 'old')]);
});
