import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporaryFolder.js';

export interface Pull {
  readonly number: number;
  readonly title: string;
  readonly head: string;
  readonly base: string;
  readonly body: string;
  state: 'open' | 'closed';
  merge: string | undefined;
  /** What it was merged with. */
  merged: string | undefined;
}

interface Review {
  readonly login: string;
  readonly commit: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED';
  readonly body: string;
}

/** The part of GitHub's REST that a run asks for, through the real `gh`. */
export interface PullServer {
  readonly pulls: Pull[];
  readonly statuses: { readonly sha: string; readonly state: string; readonly context: string }[];
  readonly reviews: Review[];
  /** What CI says of any commit. */
  checks: { name: string; status: string; conclusion: string | null }[];
  /** How often somebody has looked at reviews. */
  looks: number;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of programs. */
  readonly bin?: string;
}

export interface ServedRepository {
  /** The commit of a branch. */
  readonly tip: (branch: string) => string;
  /** Merges a branch, as the button does. @returns the merge. */
  readonly merge: (branch: string) => string;
}

/** What a request to open one makes. */
export function openPull({ pulls }: PullServer, asked: Pick<Pull, 'title' | 'head' | 'base' | 'body'>): Pull {
  const made: Pull = { ...asked, number: pulls.length + 1, state: 'open', merge: undefined, merged: undefined };
  pulls.push(made);
  return made;
}

/** Serves it on a socket of its own. */
export async function servePulls({ tip, merge }: ServedRepository): Promise<PullServer> {
  // The way to a socket may have no more than about a hundred bytes.
  const socket = path.join(os.tmpdir(), `pulls-${randomBytes(4).toString('hex')}.sock`);
  const folder = temporaryFolder({ 'config.yml': `http_unix_socket: ${socket}\n` });
  const served: PullServer = {
    pulls: [],
    statuses: [],
    reviews: [],
    checks: [],
    looks: 0,
    env: { GH_CONFIG_DIR: folder, GH_TOKEN: 'x', NO_COLOR: '1' },
  };
  const view = (pull: Pull): object => ({
    number: pull.number,
    html_url: `https://github.com/ada/shop/pull/${pull.number}`,
    state: pull.state,
    merged_at: pull.merge === undefined ? null : '2026-01-01T00:00:00Z',
    merge_commit_sha: pull.merge ?? null,
    head: { sha: pull.merged ?? tip(pull.head) },
  });
  const answer = (method: string, route: string, input: Readonly<Record<string, string>>): object => {
    const [, name = '', rest = ''] = /^\/repos\/ada\/shop\/(pulls|statuses|commits)\/?(.*)$/u.exec(route) ?? [];
    const [id = '', what] = rest.split('/');
    const pull = served.pulls.find(({ number }) => number === Number(id));
    switch (`${method} ${name}${what === undefined ? '' : ` ${what}`}`) {
      case 'GET pulls':
        return served.pulls.map(view);
      case 'POST pulls': {
        const { title = '', head = '', base = '', body = '' } = input;
        return view(openPull(served, { title, head, base, body }));
      }
      case 'GET pulls reviews':
        served.looks++;
        return served.reviews.map(({ login, commit, ...rest }) => ({
          ...rest,
          user: { login },
          commit_id: commit,
          author_association: 'MEMBER',
        }));
      case 'PUT pulls merge':
        if (pull) Object.assign(pull, { merged: tip(pull.head), merge: merge(pull.head), state: 'closed' });
        return { sha: pull?.merge };
      case 'POST statuses':
        served.statuses.push({ sha: id, state: input['state'] ?? '', context: input['context'] ?? '' });
        return {};
      case 'GET commits status':
        return { statuses: served.statuses.filter(({ sha }) => sha === id) };
      case 'GET commits check-runs':
        return { check_runs: served.checks };
      default:
        throw new Error(`${method} ${route}`);
    }
  };
  await serveJson(socket, (method, route, input) =>
    answer(method, route.replace(/^\/api\/v3/u, '').split('?')[0] ?? '', input),
  );
  return served;
}

/** Why a host does not merge. */
export class NotMergeable extends Error {}

/** Serves what answers JSON, on a socket or a free port; what throws is not found. @returns the port. */
export async function serveJson(
  socket: string | undefined,
  answer: (method: string, route: string, input: Readonly<Record<string, string>>) => object,
): Promise<number> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      try {
        const input = JSON.parse(body || '{}') as Record<string, string>; // what our own requests send
        response.end(JSON.stringify(answer(request.method ?? '', request.url ?? '', input)));
      } catch (error) {
        response.statusCode = error instanceof NotMergeable ? 405 : 404;
        response.end(JSON.stringify({ message: String(error) }));
      }
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  await new Promise<void>((resolve) =>
    socket === undefined ? server.listen(0, '127.0.0.1', resolve) : server.listen(socket, resolve),
  );
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
