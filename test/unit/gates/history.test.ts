import { describe, it } from 'vitest';
import { history } from '../../../server/src/gates/conditions/history.js';
import type { RefMove, WorkCommit } from '../../../server/src/workspace/work/work.js';
import {
  checkCondition,
  type ExpectedOutcome,
  type GateCase,
  hashOf,
  type StatedCommit,
} from '../../support/checkCondition.js';
import { hashOfCommit } from '../../support/gitFixture.js';
import { gateProject } from '../../support/gateProject.js';

const at = (day: string): number => Date.parse(day);
const lost = (subject: string, paths: readonly string[], others: Partial<WorkCommit> = {}): WorkCommit => ({
  hash: hashOf(`lost ${subject}`),
  tree: hashOf(`tree ${subject}`),
  parents: [hashOf('base')],
  authoredAt: at('2026-02-01'),
  committedAt: at('2026-02-01'),
  author: 'Ann',
  subject,
  body: '',
  items: [],
  trailers: [],
  paths,
  ...others,
});
const move = (message: string, fellAway: readonly WorkCommit[] | undefined, forced = true): RefMove => ({
  ref: 'refs/heads/feature/STORY-001',
  before: fellAway?.[0]?.hash ?? hashOf('before'),
  after: hashOf('after'),
  at: at('2026-02-02'),
  message,
  forced,
  ...(fellAway ? { fellAway } : {}),
});
const made = move('commit: STORY-001', [], false);
const own: StatedCommit = { subject: 'STORY-001: keep', paths: ['src/cart.ts', 'test/cart.test.ts'] };
const asked = (moves: readonly RefMove[], ...commits: readonly StatedCommit[]): GateCase => ({
  project: gateProject(),
  work: { moves: [...moves, made], commits },
});
const begun =
  "=== git\ncommits:\n  - { id: a, at: 2026-01-01, subject: 'Begin', files: [a] }\n  - { id: b, at: 2026-01-02, subject: 'Spec', files: [b] }\n  - { id: c, at: 2026-01-03, subject: 'Other', on: other, files: [c] }\nbranches: [other]\n";
const frozenAt = (base: string, moves: readonly RefMove[] = [], more = begun): GateCase => ({
  project: gateProject({ more }),
  log: [{ kind: 'frozen', item: 'STORY-001', base, spec: '', hash: '' }],
  work: { moves: [...moves, made], head: hashOfCommit('b'), commits: [] },
});

/** The spec was frozen at a commit that HEAD no longer contains, and this one fell away. */
const rebased = (fallen: WorkCommit): GateCase => ({
  ...frozenAt(hashOf('gone')),
  work: { head: hashOfCommit('b'), moves: [move('rebase (finish)', [fallen])], commits: [own] },
});

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes commits one after the other', asked([], own, own), { state: 'pass', summary: 'no commits were lost' }],
  ['passes where nothing is committed yet', { project: gateProject() }, { state: 'pass' }],
  [
    'passes a rebase after which all is there again',
    asked([move('rebase (finish)', [lost('STORY-001: keep', ['src/cart.ts'], { author: 'Bob' })])], own),
    { state: 'pass', summary: '1 rebase or amended commit' },
  ],
  [
    'passes a new message for the same files',
    asked([move('commit (amend): STORY-001: keep', [lost('keep', ['src/cart.ts'])])], own),
    { state: 'pass' },
  ],
  [
    'passes a squash that tells of it',
    asked([move('rebase -i', [lost('keep', ['src/cart.ts'], { author: 'Bob' })])], { ...own, body: '* keep' }),
    { state: 'pass' },
  ],
  [
    'passes clocks that differ by minutes',
    asked([], { ...own, at: '2026-03-01T00:30:00Z' }, { ...own, at: '2026-03-01T00:40:00Z' }),
    { state: 'pass' },
  ],
  ['passes where HEAD leads to the frozen base', frozenAt(hashOfCommit('a')), { state: 'pass' }],
  [
    'passes where a rebase took the frozen base along',
    rebased(lost('STORY-001: keep', ['src/cart.ts'], { hash: hashOf('gone') })),
    { state: 'pass' },
  ],
  [
    'fails where a rebase left the frozen base out',
    rebased(lost('STORY-001: keep', ['src/cart.ts'])),
    { state: 'fail', problems: ['HEAD no longer contains'] },
  ],
  [
    'passes a reset and the way back',
    asked([move('reset: moving to HEAD~1', [lost('STORY-001: keep', own.paths ?? [], { hash: hashOf('kept') })])], {
      ...own,
      hash: hashOf('kept'),
    }),
    { state: 'pass' },
  ],
  [
    'does not know where HEAD is detached and nothing is written down',
    { project: gateProject(), work: { branch: null, moves: [], commits: [own] } },
    { state: 'unknown', summary: 'HEAD is detached' },
  ],
  [
    'fails where a reset or a push took a commit away',
    asked([move('reset: moving to HEAD~1', [lost('Test it', ['test/other.test.ts'])])], own),
    {
      state: 'fail',
      problems: ['"Test it" was removed from the branch by "reset: moving to HEAD~1" of 2026-02-02'],
      next: 'git cherry-pick',
    },
  ],
  [
    'fails where only an older commit changes the same files',
    {
      project: gateProject(),
      work: {
        moves: [
          move('reset: moving to HEAD~1', [lost('Sharpen the test', own.paths ?? [], { parents: [hashOf('old')] })]),
        ],
        commits: [{ ...own, hash: hashOf('old') }],
      },
    },
    { state: 'fail', problems: ['"Sharpen the test" was removed from the branch'] },
  ],
  [
    'fails where another one’s commit is replaced without a word',
    asked([move('update by push', [lost('Bob’s', ['src/cart.ts'], { author: 'Bob' })])], own),
    { state: 'fail', problems: ['was removed from the branch'] },
  ],
  [
    'fails at a date before that of the commit it follows',
    asked([], { ...own, at: '2026-01-01' }, { ...own, at: '2026-02-01' }),
    { state: 'fail', problems: ['is dated 2026-01-01, before the commit it follows (2026-02-01)'] },
  ],
  [
    'fails at a date before that of the base',
    {
      project: gateProject({ more: begun }),
      work: { moves: [made], base: hashOfCommit('b'), commits: [{ ...own, at: '2025-12-01' }] },
    },
    { state: 'fail', problems: ['is dated 2025-12-01, before the commit it follows (2026-01-02)'] },
  ],
  [
    'fails at a date that is still to come',
    asked([], { ...own, at: '2027-01-01' }),
    { state: 'fail', problems: ['is dated 2027-01-01, which is in the future'] },
  ],
  [
    'fails where HEAD leads to the frozen base no more',
    frozenAt(hashOfCommit('c')),
    { state: 'fail', problems: [/^HEAD no longer contains \w{7}/u] },
  ],
  [
    'does not know what fell away where it cannot be read',
    asked([move('rebase (finish)', undefined)], own),
    { state: 'unknown', summary: 'the commits that "rebase (finish)" of 2026-02-02 removed' },
  ],
  [
    'does not know without the log of the branch',
    { project: gateProject(), work: { moves: [], commits: [own] } },
    { state: 'unknown', summary: 'no reflog' },
  ],
  [
    'does not know whether the frozen base is there without the history',
    frozenAt(hashOfCommit('c'), [], "=== git\nnotices: [{ kind: shallow, message: 'The clone is shallow' }]\n"),
    { state: 'unknown' },
  ],
  ['does not know without git', { project: gateProject(), work: 'none' }, { state: 'unknown' }],
];

describe('the condition history', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(history, stated, expected);
  });
});
