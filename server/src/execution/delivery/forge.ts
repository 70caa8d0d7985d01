import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { parseJson } from '../../base/json.js';
import { type Read, read, type Schema } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import type { PullRequestState } from '../../runs/pullRequest.js';

const text = v.string();

/** As GitHub has it. */
export const pull = v.object({
  number: v.number(),
  html_url: text,
  state: text,
  merged_at: v.nullish(text),
  merge_commit_sha: v.nullish(text),
  head: v.object({ sha: text }),
});

export interface PullRequest extends Read<typeof pull> {
  /** Who opened it, if a word of theirs must not count; GitHub takes no approval of theirs. */
  readonly author?: string | undefined;
}

/** The most that GitHub and GitLab give at once. */
const pageSize = 100;
const mostPages = 50;
/** So long after the gate's verdict a repository without a check is believed to have none. */
export const settledMs = 10 * 60_000;

export interface LookedAt extends PullRequestState {
  /** Whether our own status is on its newest commit. */
  readonly hasOwnStatus: boolean;
}

/** What a run asks GitHub or GitLab for, through the program of theirs that is signed in as the person. */
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
  readonly look: (pull: PullRequest, ignored: string) => Promise<LookedAt>;
  /** What CI says of a commit. @param ignored the context of our own status. */
  readonly checks: (commit: string, ignored?: string) => Promise<PullRequestState['checks']>;
  readonly setStatus: (
    commit: string,
    context: string,
    state: 'success' | 'failure',
    description: string,
  ) => Promise<void>;
  /** Merges it if its head is that commit. @returns the merge, or why it will not, such as for a conflict or a rule. */
  readonly merge: (pull: PullRequest, head: string) => Promise<{ readonly commit: string } | { readonly why: string }>;
}

/** Asks the API about the repository. @throws Refused where it fails, with its answer, or where that cannot be read. */
export type ForgeCall = <T>(schema: Schema<T>, method: string, route: string, input?: object) => Promise<T>;

/** All of a list that comes in pages. @throws Refused if it does not end. */
export async function pagesOf<T>(call: ForgeCall, schema: Schema<readonly T[]>, route: string): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const some = await call(schema, 'GET', `${route}?per_page=${pageSize}&page=${page}`);
    all.push(...some);
    if (some.length < pageSize) return all;
  }
  throw new Refused(
    'failed',
    `${route} has more than ${mostPages * pageSize} entries, which a run does not read: merge this one yourself`,
  );
}

/** @param run runs the program's `api` with these arguments. @param program its name, for messages. */
export function forgeCall(
  run: (
    args: readonly string[],
    input: string | undefined,
  ) => Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }>,
  program: string,
): ForgeCall {
  return async (schema, method, route, input) => {
    const args = ['--method', method, route, ...(input ? ['--input', '-'] : [])];
    const { code, output, errors } = await run(args, input && JSON.stringify(input));
    if (code !== 0)
      throw new Refused('failed', `${program} ${method} ${route}: ${excerpt(errors.trim() || output, 300)}`);
    const answer = read(schema, parseJson(output));
    if (answer === undefined)
      throw new Refused('failed', `${program} ${method} ${route}: this version does not know the answer`);
    return answer;
  };
}
