import { describe, it } from 'vitest';
import { commitHooks } from '../../../server/src/gates/conditions/commitHooks.js';
import type { RefMove } from '../../../server/src/workspace/work/work.js';
import { checkCondition, type ExpectedOutcome, type GateCase, hashOf } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

/** Two commits, the older of which ran the hooks. */
const move = (commit: string, message: string, at = 20): RefMove => ({
  ref: 'refs/heads/feature/STORY-001',
  before: hashOf('before'),
  after: hashOf(commit),
  at,
  message,
  forced: false,
});
const hooked = (tree: string): NonNullable<GateCase['log']>[number] => ({ kind: 'hooked', tree: hashOf(tree), at: 10 });
const commits = [
  { subject: 'STORY-001: newer', hash: hashOf('newer'), tree: hashOf('new tree') },
  { subject: 'STORY-001: older', hash: hashOf('older'), tree: hashOf('old tree') },
];
const asked = (log: GateCase['log'], ...moves: readonly RefMove[]): GateCase => ({
  project: gateProject(),
  ...(log ? { log } : {}),
  work: {
    commits,
    moves: [...moves, move('older', 'commit: STORY-001: older')],
  },
});
const round: ExpectedOutcome = {
  state: 'fail',
  summary: '1 commit did not run the git hooks',
  problems: [/^Commit \w{7} "STORY-001: newer" did not run the git hooks, as with --no-verify/],
  next: /git show/,
};
const fine: ExpectedOutcome = { state: 'pass', summary: '1 commit ran the git hooks' };

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['names a commit that is not on record', asked([hooked('old tree')], move('newer', 'commit: newer')), round],
  [
    'names one made in the second in which hooks were first used',
    asked([hooked('old tree')], move('newer', 'commit: newer', 0)),
    round,
  ],
  ['names an amended one', asked([hooked('old tree')], move('newer', 'commit (amend): newer')), round],
  [
    'passes what is on record',
    asked([hooked('old tree'), hooked('new tree')], move('newer', 'commit: newer')),
    { state: 'pass', summary: '2 commits ran the git hooks' },
  ],
  ['passes what git makes without hooks', asked([hooked('old tree')], move('newer', 'rebase (pick): newer')), fine],
  ['passes what came from elsewhere, and has no log here', asked([hooked('old tree')]), fine],
  [
    'passes what was made before hooks were installed',
    {
      ...asked([hooked('new tree')]),
      work: { commits, moves: [move('newer', 'commit: newer'), move('older', 'commit: older', 5)] },
    },
    fine,
  ],
  [
    'says where no hook ran that this proves nothing',
    asked([], move('newer', 'commit: newer')),
    { state: 'pass', summary: 'no git hook has run in this clone, which proves nothing' },
  ],
];

describe('commit-hooks', () => {
  it.each(found)('%s', async (_, asks, expected) => {
    await checkCondition(commitHooks, asks, expected);
  });
});
