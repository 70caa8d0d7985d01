import { expect, it } from 'vitest';
import { tipsOfBranch } from '../../../../server/src/workspace/git/defaultBranch.js';
import type { GitRefs } from '../../../../server/src/workspace/ports.js';

it.each<[string, Readonly<Record<string, string>>, GitRefs['head'], readonly string[]]>([
  [
    'here and at origin',
    { 'refs/heads/main': 'a', 'refs/remotes/origin/main': 'b', 'refs/remotes/fork/main': 'c' },
    {},
    ['a', 'b'],
  ],
  ['at another remote', { 'refs/remotes/fork/main': 'c', 'refs/heads/other': 'd' }, { commit: 'd' }, ['c']],
  ['that HEAD is on', {}, { branch: 'main', commit: 'e' }, ['e']],
  ['that HEAD is on, without a commit', {}, { branch: 'main' }, []],
  ['that is nowhere', {}, { branch: 'other', commit: 'e' }, []],
])('the tips of a branch %s', (_, refs, head, expected) => {
  const all = Object.entries(refs).map(([name, commit]) => ({ name, commit, at: 0 }));
  expect(tipsOfBranch({ refs: all, head }, 'main')).toEqual(expected);
});
