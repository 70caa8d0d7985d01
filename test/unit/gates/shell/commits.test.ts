import { expect, test } from 'vitest';
import { commits } from '../../../../server/src/gates/shell/commits.js';

test.each([
  'git commit -m x',
  'git commit -am x && tail -n 5 log',
  'git commit --no-verify -m x',
  'git add . && /usr/bin/git -C "a b" -c x.y=z commit',
  "sudo sh -c 'cd a; git commit -n'",
])('%s commits', (line) => {
  expect(commits(line)).toBe(true);
});

test.each(['', 'git status', 'echo git commit', 'git log --grep "git commit"', 'git -C commit status'])(
  '%s does not commit',
  (line) => {
    expect(commits(line)).toBe(false);
  },
);
