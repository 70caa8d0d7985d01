import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { listOf, maybe, object, type Read } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import { currentPull, type PullRequestState } from '../../runs/pullRequest.js';
import { type Forge, type ForgeCall, pagesOf, type PullRequest, settledMs } from './forge.js';

const text = v.string();
const user = v.object({ username: text });

const mergeRequest = v.object({
  iid: v.number(),
  web_url: text,
  /** `opened`, `locked` while it is being merged, `merged` or `closed`. */
  state: text,
  merged_at: v.nullish(text),
  merge_commit_sha: v.nullish(text),
  squash_commit_sha: v.nullish(text),
  sha: text,
  author: v.nullish(user),
  source_project_id: v.nullish(v.number()),
  target_project_id: v.nullish(v.number()),
});
const reviewer = v.object({ user, state: text });
const approvals = v.object({
  approved_by: listOf(v.object({ user, approved_at: v.nullish(text) })),
});
const note = v.object({ author: user, body: text, created_at: text, system: v.boolean() });
/** A push to the source branch. */
const version = v.object({ head_commit_sha: text, created_at: text });
const status = v.object({
  name: text,
  status: text,
  allow_failure: v.nullish(v.boolean()),
  created_at: v.nullish(text),
});
const merged = object({ merge_commit_sha: maybe(text), squash_commit_sha: maybe(text), sha: maybe(text) });

/** What GitLab says about a merge request. */
export interface MergeRequestNews {
  readonly author: string | undefined;
  readonly reviewers: readonly Read<typeof reviewer>[];
  readonly approvedBy: Read<typeof approvals>['approved_by'];
  readonly notes: readonly Read<typeof note>[];
  readonly versions: readonly Read<typeof version>[];
}

/** What a run asks GitLab for. @param call about the project. @param now milliseconds since 1970. */
export function gitlabForge(call: ForgeCall, now: () => number): Forge {
  const statusesOf = (commit: string): Promise<readonly Read<typeof status>[]> =>
    pagesOf(call, listOf(status), `repository/commits/${commit}/statuses`);
  return {
    find: async (branch, base, head) => {
      const query = new URLSearchParams({ source_branch: branch, target_branch: base, state: 'all' });
      const all = await call(listOf(mergeRequest), 'GET', `merge_requests?${query.toString()}`);
      // A fork may have a branch of the same name.
      const own = all.filter((one) => one.source_project_id === one.target_project_id);
      return currentPull(own.map(pullOf), head);
    },
    open: async ({ branch, base, title, body }) =>
      pullOf(
        await call(mergeRequest, 'POST', 'merge_requests', {
          source_branch: branch,
          target_branch: base,
          title,
          description: body,
        }),
      ),
    look: async ({ number, state, author, head: { sha } }, ignored) => {
      const at = `merge_requests/${number}`;
      const all = await statusesOf(sha);
      const own = all.find(({ name }) => name === ignored);
      return {
        isClosed: state === 'closed',
        head: sha,
        isSettled: now() - Date.parse(own?.created_at ?? '') > settledMs,
        hasOwnStatus: own !== undefined,
        reviews: reviewsOf(sha, {
          author,
          reviewers: await call(listOf(reviewer), 'GET', `${at}/reviewers`),
          approvedBy: (await call(approvals, 'GET', `${at}/approvals`)).approved_by,
          notes: await pagesOf(call, listOf(note), `${at}/notes`),
          versions: await call(listOf(version), 'GET', `${at}/versions`),
        }),
        checks: checksIn(all, ignored),
      };
    },
    checks: async (commit, ignored) => checksIn(await statusesOf(commit), ignored),
    setStatus: async (commit, context, state, description) => {
      await call(v.unknown(), 'POST', `statuses/${commit}`, {
        state: state === 'failure' ? 'failed' : state,
        name: context,
        description: excerpt(description, 140),
      });
    },
    merge: async ({ number }, head) => {
      try {
        const made = await call(merged, 'PUT', `merge_requests/${number}/merge`, { sha: head });
        return { commit: made.merge_commit_sha ?? made.squash_commit_sha ?? made.sha ?? head };
      } catch (error) {
        // It cannot be merged now, has a conflict, or has another head.
        if (error instanceof Refused && /HTTP (?:405|406|409|422)/u.test(error.message)) return { why: error.message };
        throw error;
      }
    },
  };
}

function pullOf(one: Read<typeof mergeRequest>): PullRequest {
  return {
    number: one.iid,
    html_url: one.web_url,
    state: one.state === 'opened' || one.state === 'locked' ? 'open' : 'closed',
    merged_at: one.state === 'merged' ? (one.merged_at ?? one.state) : null,
    merge_commit_sha: one.merge_commit_sha ?? one.squash_commit_sha,
    head: { sha: one.sha },
    author: one.author?.username,
  };
}

/** The note that GitLab itself writes, in English, about an approval. */
const approvalNote = 'approved this merge request';

/**
 * What reviewers say of a commit, oldest first. GitLab keeps a reviewer's word over pushes, so an approval counts only if it was given,
 * and a request for changes only with a note, since this commit was pushed. Only members of the project can approve or be reviewers;
 * that the author approves is nobody's review.
 */
export function reviewsOf(
  head: string,
  { author: opener, reviewers, approvedBy, notes, versions }: MergeRequestNews,
): PullRequestState['reviews'] {
  const pushed = versions.find((one) => one.head_commit_sha === head)?.created_at;
  const since = pushed === undefined ? Infinity : Date.parse(pushed);
  const own = (name: string): readonly Read<typeof note>[] =>
    notes.filter(({ author, created_at: at }) => author.username === name && Date.parse(at) >= since);
  const review = (name: string, state: string, body: string): PullRequestState['reviews'][number] => ({
    user: { login: name },
    state,
    body,
    commit_id: head,
    author_association: 'MEMBER',
  });
  const approved = approvedBy.flatMap(({ user: { username }, approved_at: at }) => {
    const isNew =
      (at ?? '') === ''
        ? own(username).some(({ system, body }) => system && body === approvalNote)
        : Date.parse(at ?? '') >= since;
    return isNew && username !== opener ? [review(username, 'APPROVED', '')] : [];
  });
  const back = reviewers.flatMap(({ user: { username }, state }) => {
    const said = own(username);
    if (state !== 'requested_changes' || said.length === 0) return [];
    const words = said
      .filter(({ system }) => !system)
      .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
      .map(({ body }) => body.trim());
    return [review(username, 'CHANGES_REQUESTED', words.join('\n'))];
  });
  return [...approved, ...back];
}

function checksIn(
  all: readonly Read<typeof status>[],
  ignored: string | undefined,
): readonly PullRequestState['checks'][number][] {
  return all.flatMap((one) => (one.name === ignored ? [] : [{ name: one.name, state: stateOf(one) }]));
}

function stateOf({ status: word, allow_failure: mayFail }: Read<typeof status>): 'passed' | 'failed' | 'running' {
  if (word === 'success' || word === 'skipped') return 'passed';
  // What waits for a click and what may fail keeps nothing from being merged.
  if (mayFail === true && ['failed', 'canceled', 'manual'].includes(word)) return 'passed';
  return word === 'failed' || word === 'canceled' ? 'failed' : 'running';
}
