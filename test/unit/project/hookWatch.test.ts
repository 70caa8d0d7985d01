import { expect, it } from 'vitest';
import { HookWatch } from '../../../server/src/project/hookWatch.js';
import type { Git, LoggedCommit, RefLogEntry } from '../../../server/src/workspace/ports.js';
import { createGitFacts, hashOfCommit } from '../../support/gitFixture.js';
import { toldRepository } from '../../support/toldMachine.js';

const treeOf = (hash: string): string => `tree of ${hash}`;
const at = Date.UTC(2026, 0, 2);
const commits = ['old', 'hooked', 'around', 'rebased'].map((id, day) => ({
  ...{ id, subject: 'STORY-001: work' },
  at: `2026-01-0${day + 1}`,
}));
const move = (id: string, day: number, message = `commit: ${id}`): RefLogEntry => ({
  ...{ ref: 'refs/heads/main', after: hashOfCommit(id), at: Date.UTC(2026, 0, day), message },
});
const moves = [move('old', 1), move('hooked', 2), move('around', 3), move('rebased', 4, 'rebase (pick): rebased')];

/** A git that knows these steps of the log of main, and notes what it is asked for. */
function gitWith(moves: readonly RefLogEntry[]): Pick<Git, 'refLogs' | 'log'> & { readonly asked: string[][] } {
  const asked: string[][] = [];
  return {
    asked,
    refLogs: () => Promise.resolve(moves),
    log: (_, { tips }, take) => {
      asked.push([...tips]);
      for (const hash of tips) take({ hash, tree: treeOf(hash) } as LoggedCommit); // nothing else is asked for
      return Promise.resolve({ kind: 'answer', value: undefined });
    },
  };
}

it('asks git for commits by hand that it has not seen, once, and not at all where no hook has run', async () => {
  const { history } = createGitFacts({ commits });
  if (!history) throw new Error('the fixture has no history');
  const git = gitWith(moves);
  const watch = new HookWatch();
  expect(await watch.around(git, toldRepository, history, [])).toBeUndefined();
  expect(git.asked).toEqual([]);
  const hooked = [{ tree: treeOf(hashOfCommit('hooked')), at: at - 500 }];
  const around = new Set([hashOfCommit('around')]);
  expect(await watch.around(git, toldRepository, history, hooked)).toEqual(around);
  // Another commit is on record since.
  expect(await watch.around(git, toldRepository, history, [...hooked, { tree: 'another', at }])).toEqual(around);
  expect(git.asked).toEqual([[hashOfCommit('around'), hashOfCommit('hooked'), hashOfCommit('old')]]);
});

it('finds one made in the second in which a slow hook recorded the commit before it', async () => {
  const { history } = createGitFacts({ commits });
  if (!history) throw new Error('the fixture has no history');
  const begun = Date.UTC(2026, 0, 4);
  const log = [
    { ...move('hooked', 4), at: begun },
    { ...move('around', 4), at: begun + 5000 },
  ];
  const hooked = [{ tree: treeOf(hashOfCommit('hooked')), at: begun + 5050 }];
  const watch = new HookWatch();
  // The branch was committed to last at that second, too.
  const young = { ...history, branches: history.branches.map((branch) => ({ ...branch, at: begun + 5000 })) };
  expect(await watch.around(gitWith(log), toldRepository, young, hooked)).toEqual(new Set([hashOfCommit('around')]));
});
