import { expect, it } from 'vitest';
import { closeWhole, undoHalfClosing } from '../../../server/src/execution/runs/halfClosing.js';
import { pruneLeft } from '../../../server/src/execution/runs/leftFiles.js';
import { gitRepository } from '../../support/gitRepository.js';
import { testMachine } from '../../support/testMachine.js';
import { valueOf } from '../../support/openWork.js';

const board = 'docs/product/sprint_board.md';
const archived = 'docs/product/archive/archive_202611.md';
const spec = 'docs/specs/STORY-001.md';

const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .sort();

type Repository = ReturnType<typeof gitRepository>;

/** A worktree in which somebody’s documents are not committed. */
async function worktree() {
  const repository = gitRepository();
  repository.commit('Begin', { [board]: 'open\n', [spec]: 'open\n', 'src/mine.js': 'mine\n' });
  repository.write({ [spec]: 'changed\n' });
  const machine = testMachine({ PATH: process.env['PATH'] });
  const warnings: string[] = [];
  const desk = { machine, signal: new AbortController().signal, warn: (text: string) => void warnings.push(text) };
  const own = valueOf(await machine.git.repository(repository.folder));
  const status = (): string[] => linesOf(repository.git('status', '--porcelain', '-uall'));
  return { repository, own, desk, warnings, status };
}

/** Writes what a closing writes, and has the index hold some of it. */
function write(repository: Repository): void {
  repository.write({ [board]: 'done\n', [archived]: 'done\n' });
  repository.git('add', archived);
}

/** What a process does that is killed with its closing: nothing any more. */
async function halfClosed(then: (repository: Repository) => void = () => undefined) {
  const made = await worktree();
  const { repository, own, desk } = made;
  await new Promise<void>((resolve) => {
    void closeWhole(own, desk, () => {
      write(repository);
      resolve();
      return new Promise(() => undefined);
    });
  });
  then(repository);
  await undoHalfClosing(own, desk);
  return made;
}

it('what a killed closing has written is restored and kept, and all else stays', async () => {
  const { repository, own, desk, warnings, status } = await halfClosed(({ write: put }) => {
    put({ 'src/mine.js': 'more\n', 'src/new.js': 'new\n' });
  });
  expect(status()).toEqual(['?? src/new.js', `M ${spec}`, 'M src/mine.js']);
  const ref = /refs\/pactwright\/half-closings\/\d+$/u.exec(warnings.join('\n'))?.[0] ?? '';
  expect(repository.git('diff-tree', '-r', '--name-only', 'HEAD', ref).trim().split('\n')).toEqual([archived, board]);
  // Not for ever.
  const kept = (): string => repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright').trim();
  repository.git('update-ref', 'refs/pactwright/half-merges/1700000000000', 'HEAD');
  await pruneLeft(own, desk);
  expect(kept()).toBe(ref);
});

it('a closing that fails restores what it has written at once, also where a person stops it', async () => {
  const { repository, own, desk, status } = await worktree();
  const stop = new AbortController();
  const stopped = closeWhole(own, { ...desk, signal: stop.signal }, () => {
    write(repository);
    stop.abort();
    return Promise.reject(new Error('stopped'));
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(status()).toEqual([`M ${spec}`]);
  repository.write({ [board]: 'mine\n' });
  await undoHalfClosing(own, desk);
  expect(status()).toContain(`M ${board}`);
});

it('nothing is restored where a gate refuses: what was changed meanwhile is a person’s', async () => {
  const { repository, own, desk, warnings, status } = await worktree();
  const refused = closeWhole(own, desk, () => {
    repository.write({ [board]: 'mine\n' });
    return Promise.resolve('refused');
  });
  expect(await refused).toBe('refused');
  await undoHalfClosing(own, desk);
  expect([status(), warnings]).toEqual([[`M ${spec}`, `M ${board}`].sort(), []]);
});

it('nothing is restored of a closing that was committed', async () => {
  const { warnings, status } = await halfClosed((repository) => {
    repository.git('commit', '--quiet', '-m', 'Close', board, 'docs/product/archive');
    repository.write({ [board]: 'somebody’s\n' });
  });
  expect([status().length, warnings]).toEqual([2, []]);
});

it('a document that only the index has is removed there', async () => {
  const { repository, own, desk, status } = await halfClosed(({ write: put }) => {
    put({ [archived]: null });
  });
  expect(status()).toEqual([`M ${spec}`]);
  await undoHalfClosing(own, desk);
  expect(repository.git('ls-files', archived)).toBe('');
});
