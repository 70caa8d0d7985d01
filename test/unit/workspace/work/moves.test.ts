import { expect, test } from 'vitest';
import { type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';
import { openWork } from '../../../support/openWork.js';
import { sampled } from '../../../support/runs.js';

interface Case {
  readonly name: string;
  readonly life: (repository: GitRepository) => void;
  /** `ref: message`, and behind it what fell away; newest first. */
  readonly moves: readonly string[];
}

const branch = 'refs/heads/feature/STORY-001';
const remote = 'refs/remotes/origin/feature/STORY-001';

function begin(repository: GitRepository): void {
  repository.commit('Older', { 'z.ts': '1' });
  repository.commit('Base', { 'a.ts': '1' });
  repository.branch('feature/STORY-001');
}

const cases: readonly Case[] = [
  {
    name: 'a rebase, and what was before it',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('reset', '--quiet', '--hard', 'HEAD~1');
      repository.commit('STORY-001: b', { 'b.ts': '2' });
      repository.checkout('main');
      repository.commit('Newer', { 'z.ts': '2' });
      repository.checkout('feature/STORY-001');
      repository.rebase('main');
    },
    moves: [
      `${branch}: rebase (finish): ${branch} onto <hash> ⊖ STORY-001: b`,
      `${branch}: commit: STORY-001: b`,
      `${branch}: reset: moving to HEAD~1 ⊖ STORY-001: a`,
      `${branch}: commit: STORY-001: a`,
    ],
  },
  {
    name: 'a reset',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.commit('STORY-001: b', { 'a.ts': '3' });
      repository.git('reset', '--quiet', '--hard', 'HEAD~2');
      repository.commit('STORY-001: c', { 'c.ts': '3' });
    },
    moves: [
      `${branch}: commit: STORY-001: c`,
      `${branch}: reset: moving to HEAD~2 ⊖ STORY-001: b, STORY-001: a`,
      `${branch}: commit: STORY-001: b`,
      `${branch}: commit: STORY-001: a`,
      `${branch}: branch: Created from HEAD`,
    ],
  },
  {
    name: 'a reset and the way back',
    life: (repository) => {
      begin(repository);
      const a = repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('reset', '--quiet', '--hard', 'HEAD~1');
      repository.git('reset', '--quiet', '--hard', a);
    },
    moves: [
      `${branch}: reset: moving to <hash>`,
      `${branch}: reset: moving to HEAD~1 ⊖ STORY-001: a`,
      `${branch}: commit: STORY-001: a`,
      `${branch}: branch: Created from HEAD`,
    ],
  },
  {
    name: 'a commit that was amended',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('commit', '--quiet', '--amend', '-m', 'STORY-001: better');
    },
    moves: [
      `${branch}: commit (amend): STORY-001: better ⊖ STORY-001: a`,
      `${branch}: commit: STORY-001: a`,
      `${branch}: branch: Created from HEAD`,
    ],
  },
  {
    name: 'commits',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
    },
    moves: [`${branch}: commit: STORY-001: a`, `${branch}: branch: Created from HEAD`],
  },
  {
    name: 'a fast-forward',
    life: (repository) => {
      begin(repository);
      repository.checkout('main');
      repository.commit('Newer', { 'z.ts': '2' });
      repository.checkout('feature/STORY-001');
      repository.git('merge', '--quiet', '--ff-only', 'main');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
    },
    moves: [`${branch}: commit: STORY-001: a`, `${branch}: merge main: Fast-forward`],
  },
  {
    name: 'a forced push',
    life: (repository) => {
      begin(repository);
      const bare = temporaryFolder();
      repository.git('init', '--quiet', '--bare', bare);
      repository.git('remote', 'add', 'origin', bare);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('push', '--quiet', 'origin', 'HEAD');
      repository.git('commit', '--quiet', '--amend', '-m', 'STORY-001: other');
      repository.git('push', '--quiet', '--force', 'origin', 'HEAD');
    },
    moves: [
      `${branch}: commit (amend): STORY-001: other ⊖ STORY-001: a`,
      `${branch}: commit: STORY-001: a`,
      `${branch}: branch: Created from HEAD`,
      `${remote}: update by push ⊖ STORY-001: a`,
      `${remote}: update by push`,
    ],
  },
  {
    name: 'the default branch, since the work began',
    life: (repository) => {
      repository.commit('Older', { 'z.ts': '1' });
      repository.commit('Dropped before', { 'y.ts': '1' });
      repository.git('reset', '--quiet', '--hard', 'HEAD~1');
      repository.commit('Base, first', { 'a.ts': '1' });
      repository.git('commit', '--quiet', '--amend', '-m', 'Base');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.commit('STORY-001: b', { 'a.ts': '3' });
      repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    },
    moves: [
      'refs/heads/main: reset: moving to HEAD~1 ⊖ STORY-001: b',
      'refs/heads/main: commit: STORY-001: b',
      'refs/heads/main: commit: STORY-001: a',
    ],
  },
  {
    name: 'the default branch, where nothing is committed yet',
    life: (repository) => {
      repository.commit('Older', { 'z.ts': '1' });
      repository.git('commit', '--quiet', '--amend', '-m', 'Base');
      repository.write({ 'a.ts': '1' });
    },
    moves: [],
  },
  {
    name: 'no branch, and of the one that HEAD was on before',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('checkout', '--quiet', '--detach');
      repository.commit('STORY-001: b', { 'a.ts': '3' });
      repository.git('commit', '--quiet', '--amend', '-m', 'STORY-001: better');
    },
    moves: [
      `${branch}: commit: STORY-001: a`,
      'HEAD: commit (amend): STORY-001: better ⊖ STORY-001: b',
      'HEAD: commit: STORY-001: b',
    ],
  },
  {
    name: 'no branch, on which nothing is lost by looking elsewhere',
    life: (repository) => {
      begin(repository);
      const a = repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('checkout', '--quiet', '--detach');
      repository.checkout('HEAD~1');
      repository.checkout(a);
      repository.commit('STORY-001: b', { 'a.ts': '3' });
    },
    moves: [`${branch}: commit: STORY-001: a`, 'HEAD: commit: STORY-001: b'],
  },
  {
    name: 'no branch, on which a commit was made and left',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('checkout', '--quiet', '--detach');
      repository.commit('STORY-001: b', { 'a.ts': '3' });
      repository.checkout('HEAD~1');
    },
    moves: [
      `${branch}: commit: STORY-001: a`,
      'HEAD: checkout: moving from <hash> to HEAD~1 ⊖ STORY-001: b',
      'HEAD: commit: STORY-001: b',
    ],
  },
  {
    name: 'no branch, where one is named that HEAD was moved to',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.git('commit', '--quiet', '--amend', '-m', 'STORY-001: better');
      repository.checkout('main');
      repository.git('checkout', '--quiet', '--detach', 'feature/STORY-001');
    },
    moves: [`${branch}: commit (amend): STORY-001: better ⊖ STORY-001: a`, `${branch}: commit: STORY-001: a`],
  },
  {
    name: 'no branch, to which none leads that is known',
    life: (repository) => {
      begin(repository);
      const a = repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.checkout('main');
      repository.checkout(a);
    },
    moves: [],
  },
  {
    name: 'the middle of a rebase, of which nothing can be told yet',
    life: (repository) => {
      begin(repository);
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.checkout('main');
      repository.commit('Newer', { 'a.ts': '9' });
      repository.checkout('feature/STORY-001');
      expect(() => repository.git('rebase', '--quiet', 'main')).toThrow();
    },
    moves: [],
  },
];

test.each(sampled(cases))('tells of $name', async ({ life, moves }) => {
  const repository = gitRepository();
  life(repository);
  const work = await openWork(repository.folder).work();
  const said = work.moves.map(({ ref, message, forced, fellAway = [] }) => {
    expect(forced).toBe(fellAway.length > 0);
    const lost = forced ? ` ⊖ ${fellAway.map(({ subject }) => subject).join(', ')}` : '';
    return `${ref}: ${message.replace(/[0-9a-f]{40}/, '<hash>')}${lost}`;
  });
  expect(said).toEqual(moves);
});

test('says that commits fell away where they cannot be read any more', async () => {
  const repository = gitRepository();
  begin(repository);
  const gone = repository.commit('STORY-001: a', { 'a.ts': '2' });
  repository.git('reset', '--quiet', '--hard', 'HEAD~1');
  repository.write({ [`.git/objects/${gone.slice(0, 2)}/${gone.slice(2)}`]: null });
  const { moves } = await openWork(repository.folder).work();
  expect(moves.map(({ before, forced, fellAway }) => [before === gone, forced, fellAway?.length])).toEqual([
    [true, true, undefined],
    [false, false, undefined],
    [false, false, 0],
  ]);
});
