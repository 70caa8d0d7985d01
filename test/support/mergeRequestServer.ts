import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openPull, type Pull, type PullServer, serveJson, type ServedRepository } from './pullServer.js';
import { temporaryFolder } from './temporaryFolder.js';

/** The part of GitLab's REST that a run asks for, with `glab` in `bin` played by a program of ours that knows `glab api` alone. */
export async function serveMergeRequests({ tip, merge }: ServedRepository): Promise<PullServer> {
  const socket = path.join(os.tmpdir(), `merge-requests-${randomBytes(4).toString('hex')}.sock`);
  const bin = path.join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  copyFileSync('test/support/programs/glabApi.mjs', path.join(bin, 'glab'));
  chmodSync(path.join(bin, 'glab'), 0o755);
  const served: PullServer = {
    pulls: [],
    statuses: [],
    reviews: [],
    checks: [],
    looks: 0,
    env: { GITLAB_SOCKET: socket },
    bin,
  };
  // What was pushed and said, in the order in which it came here, a second apart.
  const order: unknown[] = [];
  const began = Date.now();
  const timeOf = (one: unknown): string => {
    if (!order.includes(one)) order.push(one);
    return new Date(began + 1_000 * order.indexOf(one)).toISOString();
  };
  const view = (pull: Pull): object => ({
    iid: pull.number,
    web_url: `https://gitlab.example.org/ada/tools/shop/-/merge_requests/${pull.number}`,
    state: pull.merge !== undefined ? 'merged' : pull.state === 'open' ? 'opened' : 'closed',
    merged_at: pull.merge === undefined ? null : timeOf(pull),
    merge_commit_sha: pull.merge ?? null,
    squash_commit_sha: null,
    sha: pull.merged ?? tip(pull.head),
    author: { username: 'ada' },
    source_project_id: 1,
    target_project_id: 1,
  });
  /** The last word of each. */
  const lastWords = (): readonly PullServer['reviews'][number][] => [
    ...new Map(served.reviews.map((review) => [review.login, review])).values(),
  ];
  const answer = (method: string, route: string, input: Readonly<Record<string, string>>): object => {
    const [, rest = ''] = /^\/api\/v4\/projects\/ada%2Ftools%2Fshop\/([^?]*)/u.exec(route) ?? [];
    const [name = '', id = '', what = ''] = rest.replace('repository/commits', 'commits').split('/');
    const pull = served.pulls.find(({ number }) => number === Number(id));
    if (pull && pull.merged === undefined) timeOf(tip(pull.head));
    switch (`${method} ${name} ${what}`.trimEnd()) {
      case 'GET merge_requests':
        return served.pulls.map(view);
      case 'POST merge_requests': {
        const { title = '', source_branch: head = '', target_branch: base = '', description: body = '' } = input;
        return view(openPull(served, { title, head, base, body }));
      }
      case 'GET merge_requests reviewers':
        served.looks++;
        return lastWords().map(({ login, state }) => ({
          user: { username: login },
          state: state === 'APPROVED' ? 'approved' : 'requested_changes',
        }));
      case 'GET merge_requests approvals':
        return {
          approved_by: lastWords().flatMap((one) =>
            one.state === 'APPROVED' ? [{ user: { username: one.login }, approved_at: timeOf(one) }] : [],
          ),
        };
      case 'GET merge_requests notes':
        return served.reviews.map((one) => ({
          author: { username: one.login },
          body: one.state === 'APPROVED' ? 'approved this merge request' : one.body,
          system: one.state === 'APPROVED',
          created_at: timeOf(one),
        }));
      case 'GET merge_requests versions':
        return order.flatMap((one) =>
          typeof one === 'string' ? [{ head_commit_sha: one, created_at: timeOf(one) }] : [],
        );
      case 'PUT merge_requests merge':
        if (input['sha'] !== undefined && pull && tip(pull.head) !== input['sha'])
          throw new Error('SHA does not match');
        if (pull) Object.assign(pull, { merged: tip(pull.head), merge: merge(pull.head), state: 'closed' });
        return { merge_commit_sha: pull?.merge, sha: pull?.merged };
      case 'POST statuses':
        timeOf(id);
        served.statuses.push({ sha: id, state: input['state'] ?? '', context: input['name'] ?? '' });
        return {};
      case 'GET commits statuses':
        return [
          ...served.statuses
            .filter(({ sha }) => sha === id)
            .map(({ state, context }) => ({ name: context, status: state, created_at: timeOf(id) })),
          ...served.checks.map(({ name: title, status, conclusion }) => ({
            name: title,
            status: status === 'completed' ? (conclusion === 'failure' ? 'failed' : conclusion) : 'running',
            allow_failure: false,
          })),
        ];
      default:
        throw new Error(`${method} ${route}`);
    }
  };
  await serveJson(socket, answer);
  return served;
}
