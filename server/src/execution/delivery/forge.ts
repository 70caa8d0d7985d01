import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { parseJson } from '../../base/json.js';
import { listOf, maybe, object, type Read, read, type Schema } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import { type PullRequestState, reviews } from '../../runs/pullRequest.js';
import type { GitRepository } from '../../workspace/ports.js';
import { type ProgramDesk, runQuietly } from '../executor/runQuietly.js';
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

const statuses = v.object({ statuses: listOf(v.object({ context: text, state: text })) });
const checkRuns = v.object({
  check_runs: listOf(v.object({ name: text, status: text, conclusion: v.nullish(text) })),
});
const merged = object({ sha: maybe(text) });

/** What a run asks GitHub for, through `gh`, which is signed in as the person. */
export interface Forge {
  /** The newest pull request of a branch. @throws Refused */
  readonly find: (branch: string, base: string) => Promise<PullRequest | undefined>;
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

/** @throws UsageError without `gh`; Refused where the remote is no repository of GitHub. */
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
  return {
    find: async (branch, base) => {
      const query = new URLSearchParams({ head: `${owner}:${branch}`, base, state: 'all' });
      const found = await call(listOf(pull), 'GET', `pulls?${query.toString()}`);
      return found.toSorted((one, other) => other.number - one.number)[0];
    },
    open: ({ branch, ...rest }) => call(pull, 'POST', 'pulls', { head: branch, ...rest }),
    look: async ({ number, state, head: { sha } }, ignored) => ({
      isClosed: state === 'closed',
      reviews: await call(reviews, 'GET', `pulls/${number}/reviews?per_page=100`),
      checks: [
        ...(await call(statuses, 'GET', `commits/${sha}/status`)).statuses.flatMap(({ context, state: one }) =>
          context === ignored ? [] : [{ name: context, state: stateOf(one) }],
        ),
        ...(await call(checkRuns, 'GET', `commits/${sha}/check-runs?per_page=100`)).check_runs.map(
          ({ name: title, status, conclusion }) => ({
            name: title,
            state: status === 'completed' ? stateOf(conclusion ?? '') : ('running' as const),
          }),
        ),
      ],
    }),
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
