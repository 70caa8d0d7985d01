import { expect, it } from 'vitest';
import { findDefaultBranch, isMergedInto } from '../../../server/src/workspace/git/defaultBranch.js';
import { targetedGit } from '../../../server/src/workspace/git/targetedGit.js';
import type { GitRefs, GitRepository } from '../../../server/src/workspace/ports.js';
import { testMachine } from '../../support/testMachine.js';

const repository: GitRepository = {
  folder: '/p',
  top: '/p',
  prefix: '',
  gitFolder: '/p/.git',
  commonFolder: '/p/.git',
};

it.each([
  ['the branch of the run', ['refs/heads/main', 'refs/heads/run/1'], 'run/1', 'run/1'],
  ['that of the run as a worker has it', ['refs/remotes/origin/run/1'], 'run/1', 'run/1'],
  ['the configured one in a repository of another project', ['refs/heads/main'], 'run/1', 'main'],
  ['the configured one where no run says so', ['refs/heads/main', 'refs/heads/run/1'], undefined, 'main'],
])('work is merged into %s', async (_, names, target, expected) => {
  const value: GitRefs = { refs: names.map((name) => ({ name, commit: 'c', at: 0 })), head: { branch: 'main' } };
  const { git } = testMachine();
  const answer = await targetedGit({ ...git, refs: () => Promise.resolve({ kind: 'answer', value }) }, target).refs(
    repository,
  );
  expect(answer.kind === 'answer' && findDefaultBranch(answer.value, 'main')).toBe(expected);
});

it.each([
  ['run/1', 'trunk', true],
  ['trunk', 'trunk', true],
  ['main', undefined, true],
  ['main', 'trunk', false],
  ['feature/STORY-001', undefined, false],
])(
  'beside a run of its own branch, work of several comes together on %s (configured: %s): %s',
  (branch, configured, expected) => {
    const refs = ['main', 'trunk', 'run/1'].map((name) => ({ name: `refs/heads/${name}`, commit: 'c', at: 0 }));
    expect(isMergedInto(branch, { refs, head: { branch }, target: 'run/1' }, configured)).toBe(expected);
  },
);

it('in a repository without a branch of a usual name, the one of an item stays its own', () => {
  const refs = ['prod', 'run/1'].map((name) => ({ name: `refs/heads/${name}`, commit: 'c', at: 0 }));
  const branch = 'feature/STORY-001';
  expect(isMergedInto(branch, { refs, head: { branch }, target: 'run/1' }, undefined)).toBe(false);
  expect(isMergedInto(branch, { refs, head: { branch } }, undefined)).toBe(true);
});
