import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporaryFolder.js';

/** An issue as GitLab's REST answers it: the fields that its documentation shows, but for those about people and times. */
interface GitLabIssue {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  title: string;
  readonly description: string | null;
  state: 'opened' | 'closed';
  readonly labels: readonly string[];
  readonly confidential: boolean;
  readonly web_url: string;
  readonly references: { readonly short: string; readonly full: string };
}

export interface GitLabIssues {
  readonly issues: readonly GitLabIssue[];
  /** What changed something, in order: `POST BUG-001: Title`. */
  readonly changes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const perPage = 2;

/** The issues of `ada/tools/shop` on a GitLab with small pages, and a stand-in for `glab`, which has no package here. */
export async function serveGitLabIssues(...titles: readonly string[]): Promise<GitLabIssues> {
  const socket = path.join(os.tmpdir(), `gitlab-${randomBytes(4).toString('hex')}.sock`);
  const bin = path.join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  copyFileSync('test/support/programs/glabApi.mjs', path.join(bin, 'glab'));
  chmodSync(path.join(bin, 'glab'), 0o755);
  const issues: GitLabIssue[] = [];
  const changes: string[] = [];
  const add = (title: string, description: string | null): GitLabIssue => {
    const iid = issues.length + 1;
    const full = `ada/tools/shop#${iid}`;
    const made: GitLabIssue = {
      ...{ id: 100 + iid, iid, project_id: 7, title, description, state: 'opened', labels: [], confidential: false },
      web_url: `https://gitlab.com/ada/tools/shop/-/issues/${iid}`,
      references: { short: `#${iid}`, full },
    };
    issues.push(made);
    return made;
  };
  for (const title of titles) add(title, null);
  const change = (iid: number, { title, state_event: event }: Readonly<Record<string, string>>): object => {
    const found = issues.find((one) => one.iid === iid);
    if (!found) throw new Error('404 Not found');
    if (title !== undefined) found.title = title;
    if (event !== undefined) found.state = event === 'close' ? 'closed' : 'opened';
    changes.push(`PUT ${iid} ${title ?? event ?? ''}`);
    return found;
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://gitlab.com');
      const [, iid = ''] = /^\/api\/v4\/projects\/ada%2Ftools%2Fshop\/issues\/?(\d*)$/u.exec(pathname) ?? [];
      const input = JSON.parse(body || '{}') as Record<string, string>; // what the stand-in sends
      response.setHeader('content-type', 'application/json');
      if (request.method === 'PUT') response.end(JSON.stringify(change(Number(iid), input)));
      else if (request.method === 'POST') {
        changes.push(`POST ${input['title'] ?? ''}`);
        response.end(JSON.stringify(add(input['title'] ?? '', input['description'] ?? null)));
      } else {
        // The newest first, as GitLab lists them.
        const page = Number(searchParams.get('page') ?? 1);
        const all = [...issues].reverse();
        response.setHeader('x-next-page', page * perPage < all.length ? String(page + 1) : '');
        response.end(JSON.stringify(all.slice((page - 1) * perPage, page * perPage)));
      }
    });
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    issues,
    changes,
    env: { GITLAB_SOCKET: socket, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
  };
}
