import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { listOf, maybe, object, type Read } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import { currentPull, type PullRequestState, reviews } from '../../runs/pullRequest.js';
import { type Forge, type ForgeCall, pagesOf, pull, settledMs } from './forge.js';

const text = v.string();

const statuses = v.object({ statuses: listOf(v.object({ context: text, state: text, updated_at: v.nullish(text) })) });
const checkRuns = v.object({
  check_runs: listOf(v.object({ name: text, status: text, conclusion: v.nullish(text) })),
});
const merged = object({ sha: maybe(text) });

/** @param name owner and repository. @param now milliseconds since 1970. */
export function githubForge(call: ForgeCall, name: string, now: () => number): Forge {
  const [owner = ''] = name.split('/');
  const statusesOf = async (commit: string): Promise<Read<typeof statuses>['statuses']> =>
    (await call(statuses, 'GET', `commits/${commit}/status?per_page=100`)).statuses;
  const checksOf = async (
    commit: string,
    said: Read<typeof statuses>['statuses'],
  ): Promise<PullRequestState['checks']> => {
    const runs = await call(checkRuns, 'GET', `commits/${commit}/check-runs?per_page=100`);
    return [
      ...said.map(({ context, state }) => ({ name: context, state: stateOf(state) })),
      ...runs.check_runs.map(({ name: title, status, conclusion }) => ({
        name: title,
        state: status === 'completed' ? stateOf(conclusion ?? '') : ('running' as const),
      })),
    ];
  };
  return {
    find: async (branch, base, head) => {
      const query = new URLSearchParams({ head: `${owner}:${branch}`, base, state: 'all' });
      return currentPull(await call(listOf(pull), 'GET', `pulls?${query.toString()}`), head);
    },
    open: ({ branch, ...rest }) => call(pull, 'POST', 'pulls', { head: branch, ...rest }),
    look: async ({ number, state, head: { sha } }, ignored) => {
      const all = await statusesOf(sha);
      const own = all.find(({ context }) => context === ignored);
      return {
        isClosed: state === 'closed',
        head: sha,
        isSettled: now() - Date.parse(own?.updated_at ?? '') > settledMs,
        hasOwnStatus: own !== undefined,
        reviews: await pagesOf(call, reviews, `pulls/${number}/reviews`),
        checks: await checksOf(
          sha,
          all.filter(({ context }) => context !== ignored),
        ),
      };
    },
    checks: async (commit, ignored) =>
      checksOf(
        commit,
        (await statusesOf(commit)).filter(({ context }) => context !== ignored),
      ),
    setStatus: async (commit, context, state, description) => {
      await call(v.unknown(), 'POST', `statuses/${commit}`, { state, context, description: excerpt(description, 140) });
    },
    merge: async ({ number }, head) => {
      try {
        const made = await call(merged, 'PUT', `pulls/${number}/merge`, { sha: head, merge_method: 'merge' });
        return { commit: made.sha ?? head };
      } catch (error) {
        if (error instanceof Refused && /HTTP 40[59]/u.test(error.message)) return { why: error.message };
        throw error;
      }
    },
  };
}

function stateOf(word: string): 'passed' | 'failed' | 'running' {
  if (['success', 'neutral', 'skipped'].includes(word)) return 'passed';
  return ['failure', 'error', 'timed_out', 'cancelled', 'action_required', 'startup_failure', 'stale'].includes(word)
    ? 'failed'
    : 'running';
}
