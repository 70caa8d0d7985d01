import { count } from '../../base/count.js';
import { readUnifiedDiff } from '../../code/unifiedDiff.js';
import { type DiffReview, reviewDiff, type ReviewRemark } from '../../gates/support/reviewDiff.js';
import type { PullRequest } from '../deliveryDesk.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { pullRequestBody } from './pr.js';

/** Reviews a pull request by its diff. */
export const reviewPr = defineOperation({
  name: 'review-pr',
  group: 'delivery',
  summary:
    'Reviews a pull request on GitHub or a merge request on GitLab by its diff: remarks from P0 to P3, and a checklist',
  details:
    'Reads the diff through `gh` or `glab` and reports what can be said for certain: secrets (P0); skipped or weakened tests, changes without a test, requirements that change together with their code, dangerous calls (P1); errors that are ignored (P2); leftovers and size (P3). The checklist asks what only a reader can say: the security checks that the change asks for, and its design. Nothing is written there unless `--post`.',
  example: { number: 17 },
  fields: {
    number: { type: 'integer', required: true, positional: true, description: 'the number of the pull request' },
    tracker: { type: 'text', description: 'where it is (default: by the remote)', values: ['github', 'gitlab'] },
    post: { type: 'flag', description: 'post the review as a comment' },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  anywhere: true,
  plan: async ({ configuration, delivery }, { number, tracker, post }) => {
    if (number < 1) throw new Refused('invalid-input', 'number begins at 1');
    const pull = await (await delivery()).pullRequest(number, tracker);
    const review = reviewDiff(readUnifiedDiff(pull.diff), configuration.paths.specs, pull.unread);
    const text = reviewText(pull, review);
    const comment =
      pull.kind === 'github'
        ? { args: ['pr', 'review', String(number), '--comment', '--body-file=-'], input: pullRequestBody(text) }
        : { args: ['mr', 'note', String(number), `--message=${pullRequestBody(text)}`] };
    return {
      steps: post
        ? [{ kind: 'program', summary: `post the review of #${number}`, program: pull.program, ...comment }]
        : [],
      answer: { message: text, data: { number, title: pull.title, url: pull.url, posted: post, ...review } },
    };
  },
});

/** A review as Markdown. */
function reviewText({ title, url }: PullRequest, { remarks, checklist }: DiffReview): string {
  const of = (priority: ReviewRemark['priority']): number => remarks.filter((one) => one.priority === priority).length;
  const counts = (['P0', 'P1', 'P2', 'P3'] as const).filter((one) => of(one) > 0).map((one) => `${of(one)} ${one}`);
  return [
    `# Review: ${title}`,
    '',
    `${url}: ${counts.length === 0 ? 'nothing to remark' : `${counts.join(', ')} in ${count(remarks.length, 'remark')}`}`,
    ...(remarks.length === 0 ? [] : ['']),
    ...remarks.map(({ priority, path, line, message }) => {
      const place = path === undefined ? '' : ` \`${path}${line === undefined ? '' : `:${line + 1}`}\``;
      return `- **${priority}**${place} ${message}`;
    }),
    ...(checklist.length === 0 ? [] : ['', '## To check by reading', '']),
    ...checklist.map((question) => `- [ ] ${question}`),
  ].join('\n');
}
