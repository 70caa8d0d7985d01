import { expect, it } from 'vitest';
import { eventOf, noteOf, type PullRequestState } from '../../../server/src/runs/pullRequest.js';
import { type MergeRequestNews, reviewsOf } from '../../../server/src/execution/delivery/gitlabForge.js';

const head = 'b'.repeat(40);
const at = (hour: number): string => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const note = (username: string, hour: number, body: string, system = false): MergeRequestNews['notes'][number] => ({
  author: { username },
  body,
  created_at: at(hour),
  system,
});
const news = (more: Partial<MergeRequestNews>): MergeRequestNews => ({
  reviewers: [],
  approvedBy: [],
  notes: [],
  versions: [
    { head_commit_sha: head, created_at: at(10) },
    { head_commit_sha: 'a'.repeat(40), created_at: at(8) },
  ],
  ...more,
});
const pull = (reviews: PullRequestState['reviews']): PullRequestState => ({
  isClosed: false,
  head,
  isSettled: true,
  reviews,
  checks: [],
});
const asks = [{ user: { username: 'ann' }, state: 'requested_changes' }];

it.each([
  [
    'an approval since the push',
    news({ approvedBy: [{ user: { username: 'ann' }, approved_at: at(11) }] }),
    'approved_and_green',
  ],
  ['one before the push', news({ approvedBy: [{ user: { username: 'ann' }, approved_at: at(9) }] }), undefined],
  [
    'one of a GitLab that does not say when',
    news({
      approvedBy: [{ user: { username: 'ann' } }],
      notes: [note('ann', 11, 'approved this merge request', true)],
    }),
    'approved_and_green',
  ],
  [
    'a request for changes since the push',
    news({ reviewers: asks, notes: [note('ann', 11, 'Say why')] }),
    'changes_requested',
  ],
  ['one before the push', news({ reviewers: asks, notes: [note('ann', 9, 'Say why')] }), undefined],
  ['one, and a note of somebody else', news({ reviewers: asks, notes: [note('eve', 11, 'Say why')] }), undefined],
  [
    'a push that GitLab does not know yet',
    news({ versions: [], approvedBy: [{ user: { username: 'ann' }, approved_at: at(11) }] }),
    undefined,
  ],
] as const)('%s', (_, said, event) => {
  expect(eventOf(pull(reviewsOf(head, said)))).toBe(event);
});

it('sends the words of the reviewer, oldest first', () => {
  const said = news({
    reviewers: asks,
    notes: [note('ann', 12, 'and how'), note('ann', 11, 'Say why'), note('ann', 11, 'requested changes', true)],
  });
  expect(noteOf('changes_requested', pull(reviewsOf(head, said)))).toBe(
    'changes were requested on the pull request:\n- ann: Say why\nand how',
  );
});
