import { expect, it } from 'vitest';
import { createGit } from '../../../../server/src/host/git.js';
import { createWorkGit } from '../../../../server/src/host/gitWork.js';
import { lastingGit, lastingWorkGit } from '../../../../server/src/workspace/git/lastingGit.js';
import { gitRepository } from '../../../support/gitRepository.js';
import { valueOf } from '../../../support/openWork.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

it('git is asked once for commits, blobs and what differs between trees, and each time for what may change', async () => {
  const { folder, git: tell, commit, write } = gitRepository();
  commit('One', { 'one.txt': 'one\n' });
  const git = createGit();
  const lasting = lastingGit(git);
  const repository = valueOf(await lasting.repository(folder));
  const log = async (): Promise<readonly string[]> => {
    const subjects: string[] = [];
    const tip = valueOf(await lasting.refs(repository)).head.commit ?? '';
    await lasting.log(repository, { tips: [tip] }, ({ subject }) => subjects.push(subject));
    return subjects;
  };
  const starts = async <T>(ask: () => Promise<T>): Promise<readonly [T, number]> => {
    const before = git.spawns() + work.spawns();
    return [await ask(), git.spawns() + work.spawns() - before];
  };
  const work = createWorkGit(temporaryFolder());
  const keep = lastingWorkGit();
  expect(await starts(log)).toEqual([['One'], 1]);
  expect(await starts(log)).toEqual([['One'], 0]);
  commit('Two', { 'two.txt': 'two\n' });
  expect(await starts(log)).toEqual([['Two', 'One'], 1]);

  const blob = tell('rev-parse', 'HEAD:one.txt').trim();
  const blobs = async (): Promise<unknown> => [...valueOf(await lasting.blobs(repository, [blob]))];
  expect(await starts(blobs)).toEqual([[[blob, 'one\n']], 1]);
  expect(await starts(blobs)).toEqual([[[blob, 'one\n']], 0]);

  const status = async (): Promise<unknown> => valueOf(await lasting.status(repository)).changed;
  expect(await status()).toEqual([]);
  write({ 'two.txt': 'other\n' });
  expect(await status()).toEqual(['two.txt']);

  const [before, after, head] = tell('rev-parse', 'HEAD~1^{tree}', 'HEAD^{tree}', 'HEAD').trim().split('\n');
  const pair = { before, after };
  // Each gate has a git of its own.
  const differing = async (): Promise<unknown> =>
    valueOf(await keep(work).differences(repository, [pair])).map((list) => list.map(({ path }) => path));
  expect(await starts(differing)).toEqual([[['two.txt']], 1]);
  expect(await starts(differing)).toEqual([[['two.txt']], 0]);
  const names = ['two.txt', 'none.txt'].map((file) => `${head ?? ''}:${file}`);
  const texts = async (): Promise<unknown> => [...valueOf(await keep(work).texts(repository, names)).values()];
  expect(await starts(texts)).toEqual([['two\n'], 1]);
  expect(await starts(texts)).toEqual([['two\n'], 0]);
});
