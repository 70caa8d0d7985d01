import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { undoHalfMerge } from '../../../server/src/execution/runs/halfMerge.js';
import { gitRepository } from '../../support/gitRepository.js';
import { testMachine } from '../../support/testMachine.js';

it('what a killed merge has written is taken back, and nothing else', async () => {
  const repository = gitRepository();
  repository.commit('Begin', { 'a.txt': 'a\n', 'gone.txt': 'x\n', 'both.txt': '1\n2\n3\n4\n5\n', 'own.txt': 'o\n' });
  repository.branch('other');
  repository.commit('Theirs', {
    'a.txt': 'a\nb\nc\n',
    'new.txt': 'new\n',
    'gone.txt': null,
    'both.txt': '1\n2\n3\n4\nV\n',
  });
  const theirs = repository.git('rev-parse', 'HEAD');
  repository.checkout('main');
  repository.commit('Ours', { 'both.txt': 'I\n2\n3\n4\n5\n' });
  // As git is killed after it wrote, and before it wrote the index: one file is half there.
  repository.write({ 'a.txt': 'a\nb', 'new.txt': 'new\n', 'gone.txt': null, 'both.txt': 'I\n2\n3\n4\nV\n' });
  writeFileSync(path.join(repository.folder, 'own.txt'), 'mine\n');
  writeFileSync(path.join(repository.folder, 'mine.txt'), 'mine\n');
  const machine = testMachine({ PATH: process.env['PATH'] });
  const { signal } = new AbortController();
  const own = await machine.git.repository(repository.folder);
  if (own.kind !== 'answer') throw new Error(own.message);
  expect(await undoHalfMerge(own.value, theirs, { machine, signal })).toBe(true);
  expect(
    repository
      .git('status', '--porcelain')
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['M own.txt', '?? mine.txt']);
  expect(readFileSync(path.join(repository.folder, 'own.txt'), 'utf8')).toBe('mine\n');
  expect(existsSync(path.join(repository.folder, 'new.txt'))).toBe(false);
  expect(await undoHalfMerge(own.value, theirs, { machine, signal })).toBe(false);
});
