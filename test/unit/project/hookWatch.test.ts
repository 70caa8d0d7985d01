import { expect, it } from 'vitest';
import { HookWatch } from '../../../server/src/project/hookWatch.js';
import type { LoggedCommit, RefLogEntry } from '../../../server/src/workspace/ports.js';
import { createGitFacts, hashOfCommit } from '../../support/gitFixture.js';
import { toldRepository } from '../../support/toldMachine.js';

const at = Date.UTC(2026, 0, 2);
const commits = ['old', 'hooked', 'around', 'rebased'].map((id, day) => ({
  ...{ id, subject: 'STORY-001: work' },
  at: `2026-01-0${day + 1}`,
}));
const move = (id: string, day: number, message = `commit: ${id}`): RefLogEntry => ({
  ...{ ref: 'refs/heads/main', after: hashOfCommit(id), at: Date.UTC(2026, 0, day), message },
});
const moves = [move('old', 1), move('hooked', 2), move('around', 3), move('rebased', 4, 'rebase (pick): rebased')];

it('asks git for commits by hand that it has not seen, once, and not at all where no hook has run', async () => {
  const { history } = createGitFacts({ commits });
  if (!history) throw new Error('the fixture has no history');
  const asked: (readonly string[])[] = [];
  const git = {
    refLogs: () => Promise.resolve(moves),
    log: (_: unknown, { tips }: { readonly tips: readonly string[] }, take: (commit: LoggedCommit) => void) => {
      asked.push(tips);
      for (const hash of tips) take({ hash, tree: `tree of ${hash}` } as LoggedCommit); // nothing else is asked for
      return Promise.resolve({ kind: 'answer' as const, value: undefined });
    },
  };
  const watch = new HookWatch();
  expect(await watch.around(git, toldRepository, history, [])).toBeUndefined();
  expect(asked).toEqual([]);
  const hooked = [{ tree: `tree of ${hashOfCommit('hooked')}`, at: at - 500 }];
  const around = new Set([hashOfCommit('around')]);
  expect(await watch.around(git, toldRepository, history, hooked)).toEqual(around);
  // Another commit is on record since.
  expect(await watch.around(git, toldRepository, history, [...hooked, { tree: 'another', at }])).toEqual(around);
  expect(asked).toEqual([[hashOfCommit('around'), hashOfCommit('hooked')]]);
});
