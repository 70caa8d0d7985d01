import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realGlab } from './gitlabIssues.js';
import { openPull, type Pull, type PullServer, serveJson, type ServedRepository } from './pullServer.js';
import { temporaryFolder } from './temporaryFolder.js';

/** The part of GitLab's REST that a run asks for, with the real `glab`. */
export async function serveMergeRequests(repository: ServedRepository): Promise<PullServer> {
  const env: Record<string, string> = {};
  const served = notServed(env);
  const port = await serveJson(undefined, answerTo(served, repository));
  Object.assign(env, { GLAB_CONFIG_DIR: realGlab(port, 'gitlab.example.org')['GLAB_CONFIG_DIR'] });
  return served;
}

/** The same with `glab` in `bin` played by a program of ours that knows `glab api` alone. */
export async function serveMergeRequestsToStandIn(repository: ServedRepository): Promise<PullServer> {
  const socket = path.join(os.tmpdir(), `merge-requests-${randomBytes(4).toString('hex')}.sock`);
  const bin = path.join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  copyFileSync('test/support/programs/glabApi.mjs', path.join(bin, 'glab'));
  chmodSync(path.join(bin, 'glab'), 0o755);
  const served: PullServer = { ...notServed({ GITLAB_SOCKET: socket }), bin };
  await serveJson(socket, answerTo(served, repository));
  return served;
}

function notServed(env: PullServer['env']): PullServer {
  return {
    pulls: [],
    statuses: [],
    reviews: [],
    checks: [],
    looks: 0,
    env,
  };
}

function answerTo(served: PullServer, repository: ServedRepository): Parameters<typeof serveJson>[1] {
  const answers = answersOf(served, repository);
  return (method, route, input) => {
    const [, rest = ''] = /^\/api\/v4\/projects\/ada%2Ftools%2Fshop\/([^?]*)/u.exec(route) ?? [];
    const [name = '', id = '', what = ''] = rest.replace('repository/commits', 'commits').split('/');
    const answer = answers[`${method} ${name} ${what}`.trimEnd()];
    if (!answer) throw new Error(`${method} ${route}`);
    return answer(id, input);
  };
}

type Answer = (id: string, input: Readonly<Record<string, string>>) => object;

function answersOf(served: PullServer, { tip, merge }: ServedRepository): Readonly<Record<string, Answer>> {
  // What was pushed and said, in the order in which it came here, a second apart.
  const order: unknown[] = [];
  const began = Date.now();
  const timeOf = (one: unknown): string => {
    if (!order.includes(one)) order.push(one);
    return new Date(began + 1_000 * order.indexOf(one)).toISOString();
  };
  const view = (pull: Pull): object => viewOf(pull, pull.merged ?? tip(pull.head), timeOf);
  const pullOf = (id: string): Pull | undefined => {
    const pull = served.pulls.find(({ number }) => number === Number(id));
    if (pull && pull.merged === undefined) timeOf(tip(pull.head));
    return pull;
  };
  return {
    ...reviewAnswers(served, timeOf, pullOf),
    'GET merge_requests': () => served.pulls.map(view),
    'POST merge_requests': (_id, input) => {
      const { title = '', source_branch: head = '', target_branch: base = '', description: body = '' } = input;
      return view(openPull(served, { title, head, base, body }));
    },
    'GET merge_requests versions': (id) => {
      pullOf(id);
      return order.flatMap((one) =>
        typeof one === 'string' ? [{ head_commit_sha: one, created_at: timeOf(one) }] : [],
      );
    },
    'PUT merge_requests merge': (id, input) => {
      const pull = pullOf(id);
      if (input['sha'] !== undefined && pull && tip(pull.head) !== input['sha']) throw new Error('SHA does not match');
      if (pull) Object.assign(pull, { merged: tip(pull.head), merge: merge(pull.head), state: 'closed' });
      return { merge_commit_sha: pull?.merge, sha: pull?.merged };
    },
    'POST statuses': (id, input) => {
      timeOf(id);
      served.statuses.push({ sha: id, state: input['state'] ?? '', context: input['name'] ?? '' });
      return {};
    },
    'GET commits statuses': (id) => [
      ...served.statuses
        .filter(({ sha }) => sha === id)
        .map(({ state, context }) => ({ name: context, status: state, created_at: timeOf(id) })),
      ...served.checks.map(({ name, status, conclusion }) => ({
        name,
        status: status === 'completed' ? (conclusion === 'failure' ? 'failed' : conclusion) : 'running',
        allow_failure: false,
      })),
    ],
  };
}

function viewOf(pull: Pull, sha: string, timeOf: (one: unknown) => string): object {
  return {
    iid: pull.number,
    web_url: `https://gitlab.example.org/ada/tools/shop/-/merge_requests/${pull.number}`,
    state: pull.merge !== undefined ? 'merged' : pull.state === 'open' ? 'opened' : 'closed',
    merged_at: pull.merge === undefined ? null : timeOf(pull),
    merge_commit_sha: pull.merge ?? null,
    squash_commit_sha: null,
    sha,
    author: { username: 'ada' },
    source_project_id: 1,
    target_project_id: 1,
  };
}

/** What is said in reviews. @param look notes that somebody looks at a merge request. */
function reviewAnswers(
  served: PullServer,
  timeOf: (one: unknown) => string,
  look: (id: string) => void,
): Readonly<Record<string, Answer>> {
  /** The last word of each. */
  const lastWords = (): readonly PullServer['reviews'][number][] => [
    ...new Map(served.reviews.map((review) => [review.login, review])).values(),
  ];
  return {
    'GET merge_requests reviewers': (id) => {
      look(id);
      served.looks++;
      return lastWords().map(({ login, state }) => ({
        user: { username: login },
        state: state === 'APPROVED' ? 'approved' : 'requested_changes',
      }));
    },
    'GET merge_requests approvals': (id) => {
      look(id);
      return {
        approved_by: lastWords().flatMap((one) =>
          one.state === 'APPROVED' ? [{ user: { username: one.login }, approved_at: timeOf(one) }] : [],
        ),
      };
    },
    'GET merge_requests notes': (id) => {
      look(id);
      return served.reviews.map((one) => ({
        author: { username: one.login },
        body: one.state === 'APPROVED' ? 'approved this merge request' : one.body,
        system: one.state === 'APPROVED',
        created_at: timeOf(one),
      }));
    },
  };
}
