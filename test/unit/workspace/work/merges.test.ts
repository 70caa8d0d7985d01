import { expect, test } from 'vitest';
import { type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { openWork } from '../../../support/openWork.js';

interface Case {
  readonly name: string;
  /** On a branch of STORY-001 which left `main` before Bob committed a test there. */
  readonly life: (repository: GitRepository) => void;
  /** What the item changed besides `a.ts`: each file as it was and as it is, where anything is missing. */
  readonly changes: Readonly<Record<string, readonly [string | undefined, string | undefined]>>;
}

const merge = ({ git }: GitRepository, ...options: readonly string[]): void =>
  void git('merge', '--quiet', '--no-commit', '--no-ff', ...options, 'main');

const cases: readonly Case[] = [
  {
    name: 'nothing where it takes what both did',
    life: (repository) => {
      merge(repository);
      repository.commit('Merge main');
    },
    changes: {},
  },
  {
    name: 'a test of somebody else that it drops',
    life: (repository) => {
      merge(repository);
      repository.commit('Merge main', { 'bob.test.ts': null });
    },
    changes: { 'bob.test.ts': ['bob', undefined] },
  },
  {
    name: 'all that it leaves out by keeping one side',
    life: (repository) => {
      merge(repository, '--strategy=ours');
      repository.commit('Merge main');
    },
    changes: { 'bob.test.ts': ['bob', undefined], 'both.ts': ['1\n2\n3\n4\nbob', '1\n2\n3\n4'] },
  },
  {
    name: 'what it writes into a file of somebody else',
    life: (repository) => {
      merge(repository);
      repository.commit('Merge main', { 'both.ts': '1\n2\n3\nbob' });
    },
    changes: { 'both.ts': ['1\n2\n3\n4\nbob', '1\n2\n3\nbob'] },
  },
  {
    name: 'what the merge of its branch into the default one drops',
    life: (repository) => {
      repository.checkout('main');
      repository.commit('STORY-002: another test', { 'carol.test.ts': 'carol' }, { author: 'Carol' });
      repository.git('merge', '--quiet', '--no-commit', '--no-ff', 'feature/STORY-001');
      repository.commit('Merge feature/STORY-001', { 'carol.test.ts': null });
    },
    changes: { 'carol.test.ts': ['carol', undefined] },
  },
  {
    name: 'nothing of what the merge of another item drops',
    life: (repository) => {
      repository.checkout('main');
      repository.merge('feature/STORY-001', 'Merge feature/STORY-001');
      repository.commit('STORY-002: another test', { 'carol.test.ts': 'carol' }, { author: 'Carol' });
      repository.branch('feature/STORY-003', 'HEAD~1');
      repository.commit('STORY-003: c', { 'c.ts': '1' }, { author: 'Carol' });
      repository.checkout('main');
      repository.git('merge', '--quiet', '--no-commit', '--no-ff', 'feature/STORY-003');
      repository.commit('Merge feature/STORY-003', { 'carol.test.ts': null }, { author: 'Carol' });
    },
    changes: {},
  },
];

test.each(cases)('a merge changes itself: $name', async ({ life, changes }) => {
  const repository = gitRepository();
  const begin = repository.commit('Begin', { 'a.ts': '1', 'both.ts': '1\n2\n3\n4' });
  repository.branch('feature/STORY-001');
  repository.commit('STORY-001: a', { 'a.ts': '2' });
  repository.checkout('main');
  repository.commit('STORY-003: bob', { 'bob.test.ts': 'bob', 'both.ts': '1\n2\n3\n4\nbob' }, { author: 'Bob' });
  repository.checkout('feature/STORY-001');
  life(repository);
  const work = await openWork(repository.folder).work({ frozenBase: begin });
  const found = work.changes.filter(({ path }) => path !== 'a.ts');
  expect(Object.fromEntries(found.map(({ path, before, after }) => [path, [before, after]]))).toEqual(changes);
});
