import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporaryFolder.js';

/** An issue as GitHub's GraphQL answers it. */
export interface ServedIssue {
  readonly id: string;
  readonly number: number;
  title: string;
  readonly url: string;
  state: 'OPEN' | 'CLOSED';
}

export interface IssueServer {
  readonly issues: ServedIssue[];
  /** What changed something, in order: `createIssue BUG-001: Title`. */
  readonly changes: string[];
  /** Whether what creates an issue is not answered. */
  isSlow: boolean;
  /** The one pull request, #7. */
  readonly pull: { diff: string };
  /** For the real `gh`: it reaches this server in place of GitHub. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Serves the part of GitHub's GraphQL that `gh issue` asks for, on a socket of its own. Requests and answers have the shapes that
 * `gh` 2.23 sends and reads; it validates none of them but by use.
 */
export async function serveIssues(
  ...titles: readonly (readonly [string, ServedIssue['state']])[]
): Promise<IssueServer> {
  // The way to a socket may have no more than about a hundred bytes.
  const socket = path.join(os.tmpdir(), `issues-${randomBytes(4).toString('hex')}.sock`);
  const folder = temporaryFolder({ 'gh/config.yml': `http_unix_socket: ${socket}\n` });
  const issues: ServedIssue[] = [];
  const changes: string[] = [];
  const pull = { diff: '' };
  const served: Pick<IssueServer, 'isSlow'> = { isSlow: false };
  const add = (title: string, state: ServedIssue['state']): ServedIssue => {
    const number = issues.length + 1;
    const url = `https://github.com/ada/shop/issues/${number}`;
    const issue: ServedIssue = { id: `I_${number}`, number, title, url, state };
    issues.push(issue);
    return issue;
  };
  for (const [title, state] of titles) add(title, state);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.url?.includes('/pulls/') === true) {
        response.end(pull.diff);
        return;
      }
      const asked = JSON.parse(body || '{}') as Asked; // what `gh` sends
      if (served.isSlow && asked.query?.includes('createIssue') === true) {
        changes.push('createIssue is asked for');
        return;
      }
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ data: answer(asked, { issues, changes, add }) }));
    });
  });
  await listening(server, socket);
  return Object.assign(served, {
    issues,
    changes,
    pull,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      GH_CONFIG_DIR: path.join(folder, 'gh'),
      GH_TOKEN: 'x',
      NO_COLOR: '1',
    },
  });
}

async function listening(server: Server, socket: string): Promise<void> {
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
}

interface IssueServerState extends Pick<IssueServer, 'issues' | 'changes'> {
  readonly add: (title: string, state: ServedIssue['state']) => ServedIssue;
}

interface Asked {
  readonly query?: string;
  readonly variables?: {
    readonly input?: Input;
    readonly number?: number;
    readonly issue_number?: number;
    readonly [name: string]: unknown;
  };
}

interface Input {
  readonly title?: string;
  readonly id?: string;
  readonly issueId?: string;
  readonly body?: string;
}

function answer({ query = '', variables = {} }: Asked, { issues, changes, add }: IssueServerState): object {
  const { input = {} } = variables;
  if (query.includes('createIssue')) {
    changes.push(`createIssue ${input.title ?? ''}`);
    return { createIssue: { issue: add(input.title ?? '', 'OPEN') } };
  }
  if (query.includes('addPullRequestReview')) {
    changes.push(`review ${input.body?.split('\n')[0] ?? ''}`);
    return { addPullRequestReview: { clientMutationId: '' } };
  }
  const [, change] = /\b(closeIssue|reopenIssue|updateIssue)\b/u.exec(query) ?? [];
  if (change !== undefined) {
    const issue = issues.find(({ id }) => id === (input.issueId ?? input.id));
    if (issue && change === 'updateIssue') issue.title = input.title ?? issue.title;
    else if (issue) issue.state = change === 'closeIssue' ? 'CLOSED' : 'OPEN';
    changes.push(`${change} #${issue?.number ?? 0}${change === 'updateIssue' ? ` ${input.title ?? ''}` : ''}`);
    return { [change]: change === 'updateIssue' ? { __typename: 'UpdateIssuePayload' } : { issue: { id: issue?.id } } };
  }
  const number = variables.number ?? variables.issue_number;
  const one = issues.find((issue) => issue.number === number);
  const repository = {
    id: 'R_1',
    name: 'shop',
    owner: { login: 'ada' },
    hasIssuesEnabled: true,
    viewerPermission: 'WRITE',
    pullRequest: {
      id: 'P_7',
      number: 7,
      title: 'Round right',
      url: 'https://github.com/ada/shop/pull/7',
      state: 'OPEN',
    },
    ...(one ? { issue: { ...one, __typename: 'Issue' }, issueOrPullRequest: { ...one, __typename: 'Issue' } } : {}),
    issues: {
      totalCount: issues.length,
      nodes: [...issues].reverse(),
      pageInfo: { hasNextPage: false, endCursor: '' },
    },
  };
  return { repository, __type: { fields: [] } };
}
