import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { parseJson } from '../../base/json.js';
import { listOf, maybe, object, type Read, read, type Schema } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import { currentPull, type PullRequestState, reviews } from '../../runs/pullRequest.js';
import type { GitRepository } from '../../workspace/ports.js';
import { type ProgramDesk, runQuietly } from '../programs/runQuietly.js';
import { networkGit } from '../executor/networkGit.js';
import { findGh } from './findGh.js';

const text = v.string();
const pull = v.object({
  number: v.number(),
  html_url: text,
  state: text,
  merged_at: v.nullish(text),
  merge_commit_sha: v.nullish(text),
  head: v.object({ sha: text }),
});

export type PullRequest = Read<typeof pull>;

const statuses = v.object({ statuses: listOf(v.object({ context: text, state: text, updated_at: v.nullish(text) })) });
const checkRuns = v.object({
  check_runs: listOf(v.object({ name: text, status: text, conclusion: v.nullish(text) })),
});
/** GitHub's most. */
const pageSize = 100;
/** So long after the gate's verdict a repository without a check is believed to have none. */
const settledMs = 10 * 60_000;
const merged = object({ sha: maybe(text) });

/** What a run asks GitHub for, through `gh`, which is signed in as the person. */
export interface Forge {
  /** The pull request of a branch that is at a commit. @throws Refused */
  readonly find: (branch: string, base: string, head: string | undefined) => Promise<PullRequest | undefined>;
  readonly open: (pull: {
    readonly branch: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
  }) => Promise<PullRequest>;
  /** @param ignored the context of our own status. */
  readonly look: (pull: PullRequest, ignored: string) => Promise<PullRequestState>;
  readonly setStatus: (
    commit: string,
    context: string,
    state: 'success' | 'failure',
    description: string,
  ) => Promise<void>;
  /** Merges it if its head is that commit. @returns the merge; undefined: GitHub will not, such as for a conflict. */
  readonly merge: (pull: PullRequest, head: string) => Promise<string | undefined>;
}

/** The repository of a remote's address, and its host. */
const addressForm =
  /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/(?:[^@/]*@)?|[\w.-]+@)([\w.-]+)(?::\d+)?[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u;

/** @throws UsageError without `gh`; Refused if the remote is no repository of GitHub. */
export async function openForge(repository: GitRepository, remote: string, desk: ProgramDesk): Promise<Forge> {
  const gh = await findGh(repository, desk);
  const address = (await networkGit(['config', '--get', `remote.${remote}.url`], repository.top, desk)).trim();
  const [, host, name] = addressForm.exec(address) ?? [];
  if (host === undefined || name === undefined)
    throw new Refused(
      'not-allowed',
      `the remote ${remote} is not a repository of GitHub, so it takes no pull requests: leave out --pr`,
    );
  const [owner = ''] = name.split('/');
  const call = async <T>(schema: Schema<T>, method: string, route: string, input?: object): Promise<T> => {
    const args = [
      'api',
      '--hostname',
      host,
      '--method',
      method,
      `repos/${name}/${route}`,
      ...(input ? ['--input', '-'] : []),
    ];
    const { code, output, errors } = await runQuietly(gh, args, repository.top, desk, input && JSON.stringify(input));
    if (code !== 0) throw new Refused('failed', `gh ${method} ${route}: ${excerpt(errors.trim() || output, 300)}`);
    const answer = read(schema, parseJson(output));
    if (answer === undefined)
      throw new Refused('failed', `GitHub’s answer to ${route} is not one that this version knows`);
    return answer;
  };
  const allPages = async <T>(schema: Schema<readonly T[]>, route: string): Promise<readonly T[]> => {
    const all: T[] = [];
    for (let page = 1; ; page++) {
      const some = await call(schema, 'GET', `${route}?per_page=${pageSize}&page=${page}`);
      all.push(...some);
      if (some.length < pageSize) return all;
    }
  };
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
        isSettled: desk.machine.clock() - Date.parse(own) > settledMs,
        reviews: await allPages(reviews, `pulls/${number}/reviews`),
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
