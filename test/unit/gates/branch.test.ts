import { describe, it } from 'vitest';
import { branch } from '../../../server/src/gates/conditions/branch.js';
import {
  change,
  checkCondition,
  type ExpectedOutcome,
  type GateCase,
  type StatedWork,
} from '../../support/checkCondition.js';
import { hashOfCommit } from '../../support/gitFixture.js';
import { gateProject } from '../../support/gateProject.js';

const required = '=== configuration\nconventions: { branches: required }\n';
const begin = "commits:\n  - { id: a, at: 2026-01-01, subject: 'Begin', files: [src/cart.ts] }\n";
const own = "  - { id: b, at: 2026-01-02, subject: 'STORY-001', on: feature/STORY-001, files: [src/cart.ts] }\n";
const newer = (files: string, subject = 'Newer'): string =>
  `  - { id: c, at: 2026-01-03, subject: '${subject}', author: Bob, files: [${files}] }\n`;
const branches = (names: string, head: string): string => `branches: [${names}]\nhead: ${head}\n`;
const onOwn = branches('feature/STORY-001', 'feature/STORY-001');

const asked = (git: string, work: StatedWork = {}, more = required, surface?: string): GateCase => ({
  project: gateProject({ more: `=== git\n${git}${more}`, ...(surface === undefined ? {} : { surface }) }),
  work: { changes: [change('src/cart.ts', 'old', 'new')], ...work },
});

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes the item’s branch', asked(begin + own + onOwn), { state: 'pass', summary: 'on feature/STORY-001' }],
  [
    'passes the item’s worktree',
    asked(
      `${begin}  - { id: b, at: 2026-01-02, subject: x, on: cart }\nworktrees: [{ path: /trees/STORY-001, branch: cart }]\n${branches('cart', 'cart')}`,
      { branch: 'cart' },
    ),
    { state: 'pass' },
  ],
  ['passes the default branch without the convention', asked(begin, { branch: 'main' }, ''), { state: 'pass' }],
  [
    'passes the default branch once the item’s was merged',
    asked(
      `${begin}${own}  - { id: m, at: 2026-01-04, subject: 'Merge STORY-001', parents: [a, b] }\n${branches('feature/STORY-001', 'main')}`,
      { branch: 'main' },
    ),
    { state: 'pass' },
  ],
  [
    'passes a clone that builds the branch’s commit',
    asked(begin + own + branches('feature/STORY-001', 'b'), { branch: null, head: hashOfCommit('b') }),
    { state: 'pass', summary: 'on no branch' },
  ],
  [
    'passes with a note where newer commits touch other files',
    asked(begin + own + newer('src/search.ts, docs/product/sprint_board.md') + onOwn, {
      changes: [change('src/cart.ts', 'old', 'new'), change('docs/product/sprint_board.md', 'old', 'new')],
    }),
    { state: 'pass', summary: 'main has 1 newer commit that touch' },
  ],
  [
    'passes where the item itself was merged by a squash',
    asked(begin + own + newer('src/cart.ts', 'STORY-001 (#7)') + onOwn),
    { state: 'pass' },
  ],
  [
    'fails on the default branch where each item has its own',
    asked(begin, { branch: 'main' }),
    { state: 'fail', problems: ['HEAD is on main, which does not name STORY-001'], next: 'Work on a branch' },
  ],
  [
    'fails where the item’s branch was made and never worked on',
    asked(`${begin}branches: [{ name: feature/STORY-001, tip: a }]\n`, { branch: 'main' }),
    { state: 'fail', problems: ['HEAD is on main'] },
  ],
  [
    'fails on another item’s branch',
    asked(
      `${begin}  - { id: b, at: 2026-01-02, subject: x, on: feature/STORY-002 }\n${branches('feature/STORY-002', 'feature/STORY-002')}`,
      { branch: 'feature/STORY-002' },
    ),
    { state: 'fail', problems: ['HEAD is on feature/STORY-002'] },
  ],
  [
    'fails where a newer commit changed the same file',
    asked(begin + own + newer('src/cart.ts') + onOwn),
    { state: 'fail', problems: [/^Commit \w{7} by Bob changed src\/cart\.ts as well/u], next: 'Bring main into' },
  ],
  [
    'fails at act-in where a newer commit changed what is planned',
    { ...asked(begin + own + newer('src/store/a.ts') + onOwn, { changes: [] }), gate: 'act-in' },
    { state: 'fail', problems: ['src/store/a.ts'] },
  ],
  [
    'does not know without the whole history',
    asked(`${begin}notices: [{ kind: shallow, message: 'The clone is shallow' }]\n`),
    { state: 'unknown', next: 'unshallow' },
  ],
  [
    'does not know without a default branch',
    asked(`${begin}  - { id: b, at: 2026-01-02, subject: x, on: cart }\ndefault: null\nhead: b\n`),
    { state: 'unknown', next: 'defaultBranch' },
  ],
  [
    'does not know without git',
    { project: gateProject(), work: 'none' },
    { state: 'unknown', next: 'Run the gate in a git repository' },
  ],
];

describe('the condition branch', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(branch, stated, expected);
  });
});
