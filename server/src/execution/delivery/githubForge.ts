import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { listOf, maybe, object } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import { currentPull, reviews } from '../../runs/pullRequest.js';
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
  return {
    find: async (branch, base, head) => {
      const query = new URLSearchParams({ head: `${owner}:${branch}`, base, state: 'all' });
      return currentPull(await call(listOf(pull), 'GET', `pulls?${query.toString()}`), head);
    },
    open: ({ branch, ...rest }) => call(pull, 'POST', 'pulls', { head: branch, ...rest }),
    look: async ({ number, state, head: { sha } }, ignored) => {
      const { statuses: all } = await call(statuses, 'GET', `commits/${sha}/status`);
      const runs = await call(checkRuns, 'GET', `commits/${sha}/check-runs?per_page=100`);
      const own = all.find(({ context }) => context === ignored)?.updated_at ?? '';
      return {
        isClosed: state === 'closed',
        head: sha,
        isSettled: now() - Date.parse(own) > settledMs,
        reviews: await pagesOf(call, reviews, `pulls/${number}/reviews`),
        checks: [
          ...all.flatMap(({ context, state: one }) =>
            context === ignored ? [] : [{ name: context, state: stateOf(one) }],
          ),
          ...runs.check_runs.map(({ name: title, status, conclusion }) => ({
            name: title,
            state: status === 'completed' ? stateOf(conclusion ?? '') : ('running' as const),
          })),
        ],
      };
    },
    setStatus: async (commit, context, state, description) => {
      await call(v.unknown(), 'POST', `statuses/${commit}`, { state, context, description: excerpt(description, 140) });
    },
    merge: async ({ number }, head) => {
      try {
        return (await call(merged, 'PUT', `pulls/${number}/merge`, { sha: head, merge_method: 'merge' })).sha ?? head;
      } catch (error) {
        if (error instanceof Refused && /HTTP 40[59]/u.test(error.message)) return undefined;
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
