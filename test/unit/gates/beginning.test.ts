import { expect, test } from 'vitest';
import { beginningOf, unseenBefore } from '../../../server/src/gates/support/beginning.js';
import type { Work } from '../../../server/src/workspace/work/work.js';
import { gateContext, hashOf, type StatedCommit, type StatedWork } from '../../support/checkCondition.js';

const project = `=== docs/specs/STORY-001.md
# STORY-001: Pay
=== docs/specs/STORY-002.md
# STORY-002: Ship
`;
const code = ['src/pay.ts'];
const base = hashOf('base');

const cases: readonly { readonly name: string; readonly work: StatedWork; readonly begins: string }[] = [
  { name: 'HEAD where nothing is committed', work: { head: hashOf('head') }, begins: hashOf('head') },
  {
    name: 'HEAD where only documents are',
    work: { commits: [{ hash: hashOf('a'), subject: 'STORY-001: Plan', paths: ['docs/specs/STORY-001.md'] }] },
    begins: hashOf('a'),
  },
  {
    name: 'what was there before the first commit that names it',
    work: {
      commits: [
        { subject: 'STORY-001: More', paths: code },
        { subject: 'STORY-001: Pay', paths: code },
      ],
    },
    begins: base,
  },
  {
    name: 'what was there before the first commit on its own branch, whatever that names',
    work: {
      commits: [
        { subject: 'STORY-001: Pay', paths: code },
        { subject: 'Tidy', paths: ['test/old.test.ts'] },
      ],
    },
    begins: base,
  },
  {
    name: 'HEAD where the branch begins on that of another item',
    work: { commits: [{ hash: hashOf('other'), subject: 'STORY-002: Ship', paths: code }] },
    begins: hashOf('other'),
  },
  {
    name: 'HEAD where others work on the branch without naming anything',
    work: { branch: 'develop', commits: [{ hash: hashOf('tidy'), subject: 'Tidy', paths: code }] },
    begins: hashOf('tidy'),
  },
  {
    name: 'the first commit of all where that holds the work',
    work: { commits: [{ hash: hashOf('root'), subject: 'STORY-001: Pay', paths: code, parents: [] }] },
    begins: hashOf('root'),
  },
];

test.each(cases)('the work begins at $name', async ({ work, begins }) => {
  const context = await gateContext({ project, work });
  const answer = await context.work();
  expect(answer.kind === 'answer' && beginningOf(context, answer.value)).toBe(begins);
});

const day = '2026-02-01T12:00:00Z';
const pay: StatedCommit = { subject: 'STORY-001: Pay', paths: code, at: day };
const shared = (from: Work['from'], ...commits: readonly StatedCommit[]): StatedWork => ({
  branch: 'main',
  from,
  commits,
});
const agreedAfter = Date.parse(day) + 1;

test.each<[string, StatedWork, number | undefined, string | undefined]>([
  ['where nothing was agreed', shared('commits', pay), undefined, 'STORY-001: Pay'],
  [
    'where the first commit was made before that, and documents before it',
    shared('frozen', { ...pay, subject: 'STORY-001: More' }, pay, {
      subject: 'STORY-001: Plan',
      paths: ['docs/specs/STORY-001.md'],
    }),
    agreedAfter,
    'STORY-001: Pay',
  ],
  ['not where it was agreed first', shared('frozen', pay), Date.parse(day), undefined],
  ['not on a branch of its own', { ...shared('commits', pay), branch: 'feature/STORY-001' }, undefined, undefined],
  ['not on a branch that left the default one', { ...shared('branch', pay), branch: 'develop' }, undefined, undefined],
  ['not where there is nothing before it', shared('commits', { ...pay, parents: [] }), undefined, undefined],
  ['not where nothing names it', shared('head', { ...pay, subject: 'Pay' }), undefined, undefined],
])('what came before the agreement is not seen %s', async (_, work, agreedAt, subject) => {
  const context = await gateContext({ project, work });
  const answer = await context.work();
  expect(answer.kind === 'answer' && unseenBefore(context, answer.value, agreedAt)?.subject).toBe(subject);
});
