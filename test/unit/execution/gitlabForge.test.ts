import { describe, expect, it } from 'vitest';
import type { Forge, ForgeCall, PullRequest } from '../../../server/src/execution/delivery/forge.js';
import { eventOf, noteOf, type PullRequestState } from '../../../server/src/runs/pullRequest.js';
import { gitlabForge, type MergeRequestNews, reviewsOf } from '../../../server/src/execution/delivery/gitlabForge.js';
import { Refused } from '../../../server/src/operations/errorCodes.js';
import { read } from '../../../server/src/base/schema.js';

const head = 'b'.repeat(40);
const at = (hour: number): string => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const note = (username: string, hour: number, body: string, system = false): MergeRequestNews['notes'][number] => ({
  author: { username },
  body,
  created_at: at(hour),
  system,
});
const news = (more: Partial<MergeRequestNews>): MergeRequestNews => ({
  author: 'ada',
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
    'one that is older than the push, of a GitLab that does not say when, and a note since',
    news({
      approvedBy: [{ user: { username: 'ann' } }],
      notes: [
        note('ann', 9, 'approved this merge request', true),
        note('ann', 11, 'approved this merge request'),
        note('ann', 11, 'added 1 commit', true),
      ],
    }),
    undefined,
  ],
  ['one of the author', news({ approvedBy: [{ user: { username: 'ada' }, approved_at: at(11) }] }), undefined],
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

describe('a merge', () => {
  const pullRequest: PullRequest = { number: 405, html_url: '', state: 'open', head: { sha: head } };
  const merge = (answer: object | string): ReturnType<Forge['merge']> => {
    const call: ForgeCall = (schema, method, route) => {
      if (typeof answer === 'string') throw new Refused('failed', `glab ${method} ${route}: ${answer}`);
      const known = read(schema, answer);
      return known === undefined ? Promise.reject(new Error('unknown')) : Promise.resolve(known);
    };
    return gitlabForge(call, Date.now).merge(pullRequest, head);
  };

  it.each([
    ['with a commit of its own', { merge_commit_sha: 'm', squash_commit_sha: 's', sha: head }, { commit: 'm' }],
    ['squashed, fast-forward', { merge_commit_sha: null, squash_commit_sha: 's', sha: head }, { commit: 's' }],
    ['fast-forward', { merge_commit_sha: null, squash_commit_sha: null, sha: head }, { commit: head }],
    [
      'that GitLab refuses',
      'Method Not Allowed (HTTP 405)',
      { why: 'glab PUT merge_requests/405/merge: Method Not Allowed (HTTP 405)' },
    ],
  ] as const)('%s', async (_, answer, made) => {
    expect(await merge(answer)).toEqual(made);
  });

  it('that fails for another reason is a failure, whatever the number of the merge request', async () => {
    await expect(merge('Forbidden (HTTP 403)')).rejects.toThrow('HTTP 403');
  });
});

it('reads no list that never ends', async () => {
  const entries = Array.from({ length: 100 }, (_, number) => ({ name: `job ${number}`, status: 'success' }));
  let pages = 0;
  const call: ForgeCall = (schema) => {
    const known = read(schema, ++pages <= 1_000 ? entries : []);
    return known === undefined ? Promise.reject(new Error('unknown')) : Promise.resolve(known);
  };
  const looks = gitlabForge(call, Date.now).look({ number: 1, html_url: '', state: 'open', head: { sha: head } }, '');
  await expect(looks).rejects.toThrow('has more than 5000 entries');
});
