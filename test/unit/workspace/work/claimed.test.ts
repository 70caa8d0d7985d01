import { expect, test } from 'vitest';
import { type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { openWork } from '../../../support/openWork.js';
import { sampled } from '../../../support/runs.js';

interface Case {
  readonly name: string;
  /** What happens on the default branch after a commit of STORY-001. @returns the commit that made STORY-002 Done. */
  readonly life: (repository: GitRepository) => string;
  /** Besides `a.ts`, which is the item's own; `(STORY-002)` where it is claimed. */
  readonly changes: readonly string[];
}

const done = (repository: GitRepository, files = {}): string => repository.commit('STORY-002: done', files);

const cases: readonly Case[] = [
  {
    name: 'what names an item that was Done before, by the one who works on this item',
    life: (repository) => {
      const hash = done(repository);
      repository.commit('fix(STORY-002): b', { 'b.ts': '2' });
      return hash;
    },
    changes: ['b.ts (STORY-002)'],
  },
  {
    name: 'not by somebody else',
    life: (repository) => {
      const hash = done(repository);
      repository.commit('fix(STORY-002): b', { 'b.ts': '2' }, { author: 'Bob' });
      return hash;
    },
    changes: [],
  },
  {
    name: 'not what came before it was Done, or made it so',
    life: (repository) => {
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      return done(repository, { 'c.ts': '2' });
    },
    changes: [],
  },
  {
    name: 'not what was made beside the commit that made it Done, and merged later',
    life: (repository) => {
      repository.branch('feature/STORY-002');
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      repository.checkout('main');
      const hash = done(repository);
      repository.merge('feature/STORY-002', 'Merge feature/STORY-002');
      return hash;
    },
    changes: [],
  },
  {
    name: 'not what names one that is not Done, too',
    life: (repository) => {
      const hash = done(repository);
      repository.commit('STORY-002, STORY-003: b', { 'b.ts': '2' });
      return hash;
    },
    changes: [],
  },
  {
    name: 'what was Done before the work began',
    life: (repository) => {
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      return repository.git('rev-list', '--max-parents=0', 'HEAD');
    },
    changes: ['b.ts (STORY-002)'],
  },
  {
    name: 'what somebody else changed as well, but not what the item did',
    life: (repository) => {
      const hash = done(repository);
      repository.commit('STORY-002: a, b and c', { 'a.ts': '3', 'b.ts': '2', 'c.ts': '2' });
      repository.commit('STORY-003: b', { 'b.ts': '3' }, { author: 'Bob' });
      repository.write({ 'c.ts': '3' });
      return hash;
    },
    changes: ['b.ts (STORY-002)', 'c.ts'],
  },
  {
    name: 'what a merge brought in that names it',
    life: (repository) => {
      const hash = done(repository);
      repository.branch('typo');
      repository.commit('Typo', { 'b.ts': '2' });
      repository.checkout('main');
      repository.merge('typo', 'Merge branch STORY-002-typo');
      return hash;
    },
    changes: ['b.ts (STORY-002)'],
  },
];

test.each(sampled(cases))('on a shared branch is claimed $name', async ({ life, changes }) => {
  const repository = gitRepository();
  repository.commit('Older', { 'z.ts': '0' });
  repository.commit('Base', { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' });
  repository.commit('STORY-001: a', { 'a.ts': '2' });
  const hash = life(repository);
  const doneBy = (id: string): string | undefined => (id === 'STORY-002' ? hash : undefined);
  const work = await openWork(repository.folder).work({ doneBy });
  expect(work.changes.map(({ path, claimed }) => (claimed ? `${path} (${claimed.join(', ')})` : path))).toEqual([
    'a.ts',
    ...changes,
  ]);
});
