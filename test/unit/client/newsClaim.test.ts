import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { claimNews, clearClaims } from '../../../client/src/agents/newsClaim.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('gives each piece of news to one window, whichever asks first', async () => {
  const folder = path.join(temporaryFolder(), 'news');
  const answers = await Promise.all(Array.from({ length: 8 }, () => claimNews(folder, 'a waits')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect([await claimNews(folder, 'a waits'), await claimNews(folder, 'a waits again')]).toEqual([false, true]);
});

it('lets all tell it where nothing can be kept', async () => {
  const folder = path.join(temporaryFolder({ news: '' }), 'news');
  expect([await claimNews(folder, 'a'), await claimNews(folder, 'a')]).toEqual([true, true]);
});

it('forgets what is old', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'x'), '');
  await clearClaims(folder, Date.now());
  expect(readdirSync(folder)).toEqual(['x']);
  await clearClaims(folder, Date.now() + 25 * 60 * 60 * 1000);
  expect(readdirSync(folder)).toEqual([]);
  await clearClaims(path.join(folder, 'gone'), Date.now());
});
