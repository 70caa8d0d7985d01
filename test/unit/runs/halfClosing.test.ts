import { expect, it } from 'vitest';
import { markClosing, undoHalfClosing } from '../../../server/src/execution/runs/halfClosing.js';
import { pruneLeft } from '../../../server/src/execution/runs/leftFiles.js';
import { gitRepository } from '../../support/gitRepository.js';
import { testMachine } from '../../support/testMachine.js';
import { valueOf } from '../../support/openWork.js';

const killed = new Error('killed');

/** A worktree in which somebody’s file is not committed, and a closing that writes two files and is killed then. */
async function halfClosed(then: (repository: ReturnType<typeof gitRepository>) => void = () => undefined) {
  const repository = gitRepository();
  repository.commit('Begin', { 'board.md': 'open\n', 'mine.txt': 'mine\n' });
  repository.write({ 'mine.txt': 'changed\n' });
  const machine = testMachine({ PATH: process.env['PATH'] });
  const warnings: string[] = [];
  const desk = { machine, signal: new AbortController().signal, warn: (text: string) => void warnings.push(text) };
  const own = valueOf(await machine.git.repository(repository.folder));
  const closing = markClosing(own, desk, () => {
    repository.write({ 'board.md': 'done\n', 'archive/new.md': 'done\n' });
    repository.git('add', 'archive');
    then(repository);
    return Promise.reject(killed);
  });
  await expect(closing).rejects.toBe(killed);
  await undoHalfClosing(own, desk);
  return { repository, own, desk, warnings, status: repository.git('status', '--porcelain').trim() };
}

it('what a killed closing has written is restored and kept, and what was there before stays', async () => {
  const { repository, own, desk, warnings, status } = await halfClosed();
  expect(status).toBe('M mine.txt');
  const ref = /refs\/pactwright\/half-closings\/\d+$/u.exec(warnings.join('\n'))?.[0] ?? '';
  expect(repository.git('diff-tree', '-r', '--name-only', 'HEAD', ref).trim().split('\n')).toEqual([
    'archive/new.md',
    'board.md',
  ]);
  // Not for ever.
  const kept = (): string => repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright').trim();
  repository.git('update-ref', 'refs/pactwright/half-merges/1700000000000', 'HEAD');
  await pruneLeft(own, desk);
  expect(kept()).toBe(ref);
});

it('nothing is restored of a closing that was committed', async () => {
  const { warnings, status } = await halfClosed((repository) => {
    repository.git('commit', '--quiet', '-m', 'Close', 'board.md', 'archive');
    repository.write({ 'board.md': 'somebody’s\n' });
  });
  expect([status.split('\n').length, warnings]).toEqual([2, []]);
});
