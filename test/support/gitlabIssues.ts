import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporaryFolder.js';

/** An issue as GitLab's REST answers it: the fields that its documentation shows, but for most about people and times. */
interface GitLabIssue {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  title: string;
  readonly description: string | null;
  state: 'opened' | 'closed';
  readonly labels: readonly string[];
  readonly confidential: boolean;
  readonly author: { readonly id: number; readonly username: string; readonly name: string };
  readonly created_at: string;
  readonly web_url: string;
  readonly references: { readonly short: string; readonly full: string };
}

export interface GitLabIssues {
  readonly issues: readonly GitLabIssue[];
  /** What changed something, in order: `POST BUG-001: Title`. */
  readonly changes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The real `glab`, or a program of ours that takes its place where it is not installed. */
export type GlabKind = 'glab' | 'a stand-in for glab';

const perPage = 2;
const home = 'https://gitlab.com/ada/tools/shop';

const sameFile = { new_file: false, renamed_file: false, deleted_file: false };
/** The files that the merge request 7 changes. */
const mergeRequestDiffs = [
  {
    ...{ old_path: 'src/cart.ts', new_path: 'src/cart.ts', ...sameFile },
    diff: "@@ -3,1 +3,2 @@\n keep\n+console.log('x');\n",
  },
  { old_path: 'docs/new.md', new_path: 'docs/new.md', ...sameFile, new_file: true, diff: '@@ -0,0 +1 @@\n+New.\n' },
];
const modes = { a_mode: '100644', b_mode: '100644' };
/** Those that it does not show in the merge request 8, and those where there is nothing to show. */
const unshownDiffs = [
  { new_path: 'src/key.ts', ...sameFile, ...modes, collapsed: true },
  { new_path: 'src/all.ts', ...sameFile, ...modes, too_large: true, collapsed: false },
  { new_path: 'src/before18.4.ts', ...sameFile, ...modes },
  { new_path: 'src/empty.ts', ...sameFile, ...modes, new_file: true, a_mode: '0', collapsed: false, too_large: false },
  { new_path: 'src/moved.ts', ...sameFile, ...modes, renamed_file: true },
  { new_path: 'src/run.ts', ...sameFile, ...modes, b_mode: '100755' },
].map((one) => ({ old_path: one.new_path, diff: '', ...one }));

/** The issues of `ada/tools/shop` on a GitLab with small pages, and its merge requests 7 and 8. */
export async function serveGitLabIssues(kind: GlabKind, ...titles: readonly string[]): Promise<GitLabIssues> {
  const project = projectOf(titles);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
      response.setHeader('content-type', 'application/json');
      const answer = project.answer(request.method ?? '', url, body, response);
      response.end(JSON.stringify(answer));
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { issues, changes } = project;
  return { issues, changes, env: kind === 'glab' ? realGlab(address.port) : standIn(address.port) };
}

function standIn(port: number): GitLabIssues['env'] {
  const bin = path.join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  copyFileSync('test/support/programs/glabApi.mjs', path.join(bin, 'glab'));
  chmodSync(path.join(bin, 'glab'), 0o755);
  return { GITLAB_PORT: String(port), PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

/** Its settings say that GitLab is at another address; nothing else on this machine is read or asked. */
export function realGlab(port: number, hostname = 'gitlab.com'): GitLabIssues['env'] {
  const folder = temporaryFolder();
  const host = { api_protocol: 'http', api_host: `127.0.0.1:${port}`, token: 'secret' };
  // JSON is YAML, too.
  writeFileSync(path.join(folder, 'config.yml'), JSON.stringify({ check_update: false, hosts: { [hostname]: host } }), {
    mode: 0o600,
  });
  return { GLAB_CONFIG_DIR: folder, PATH: process.env['PATH'] ?? '' };
}

interface GitLabProject extends Pick<GitLabIssues, 'issues' | 'changes'> {
  readonly answer: (method: string, url: URL, body: string, response: ServerResponse) => unknown;
}

function projectOf(titles: readonly string[]): GitLabProject {
  const issues: GitLabIssue[] = [];
  const changes: string[] = [];
  const add = (title: string, description: string | null): GitLabIssue => {
    const iid = issues.length + 1;
    const made: GitLabIssue = {
      ...{ id: 100 + iid, iid, project_id: 7, title, description, state: 'opened', labels: [], confidential: false },
      author: { id: 5, username: 'ada', name: 'Ada' },
      created_at: '2026-01-01T10:00:00.000Z',
      web_url: `${home}/-/issues/${iid}`,
      references: { short: `#${iid}`, full: `ada/tools/shop#${iid}` },
    };
    issues.push(made);
    return made;
  };
  for (const title of titles) add(title, null);
  const find = (iid: string): GitLabIssue => {
    const found = issues.find((one) => one.iid === Number(iid));
    if (!found) throw new Error('404 Not found');
    return found;
  };
  const change = (iid: string, { title, state_event: event }: Readonly<Record<string, string>>): GitLabIssue => {
    const found = find(iid);
    if (title !== undefined) found.title = title;
    if (event !== undefined) found.state = event === 'close' ? 'closed' : 'opened';
    changes.push(`PUT ${iid} ${title ?? event ?? ''}`);
    return found;
  };
  /** The newest first, as GitLab lists them. */
  const list = (url: URL, response: ServerResponse): readonly GitLabIssue[] => {
    const page = Number(url.searchParams.get('page') ?? 1);
    if (page * perPage < issues.length) {
      response.setHeader('x-next-page', String(page + 1));
      url.searchParams.set('page', String(page + 1));
      response.setHeader('link', `<${url.href}>; rel="next"`);
    }
    return issues.toReversed().slice((page - 1) * perPage, page * perPage);
  };
  const answer: GitLabProject['answer'] = (method, url, body, response) => {
    const [, route = ''] = /^\/api\/v4\/projects\/(?:ada%2Ftools%2Fshop|7)\/?(.*)$/u.exec(url.pathname) ?? [];
    const [what, number = ''] = route.split('/');
    const input = JSON.parse(body || '{}') as Record<string, string>; // what `glab` sends
    if (what === '') return projectJson;
    if (what === 'merge_requests') return mergeRequest(method, route, input, changes);
    if (method === 'PUT') return change(number, input);
    if (method === 'POST') {
      changes.push(`POST ${input['title'] ?? ''}`);
      return add(input['title'] ?? '', input['description'] ?? null);
    }
    return number === '' ? list(url, response) : find(number);
  };
  return { issues, changes, answer };
}

const projectJson = {
  ...{ id: 7, path_with_namespace: 'ada/tools/shop', web_url: home },
  ...{ issues_enabled: true, issues_access_level: 'enabled', merge_requests_enabled: true },
};

const opened = { state: 'opened', changes_count: '2' };

function mergeRequest(
  method: string,
  route: string,
  input: Readonly<Record<string, string>>,
  changes: string[],
): unknown {
  switch (`${method} ${route}`) {
    case 'GET merge_requests/7':
      return { id: 70, iid: 7, title: 'Round right', ...opened, web_url: `${home}/-/merge_requests/7` };
    case 'GET merge_requests/8':
      return { id: 80, iid: 8, title: 'More', ...opened, changes_count: '6+', web_url: `${home}/-/merge_requests/8` };
    case 'GET merge_requests/8/diffs':
      return unshownDiffs;
    case 'GET merge_requests/7/diffs':
      return mergeRequestDiffs;
    case 'POST merge_requests/7/notes':
      changes.push(`note ${(input['body'] ?? '').split('\n')[0] ?? ''}`);
      return { id: 1, body: input['body'] };
    default:
      throw new Error(`${method} ${route}`);
  }
}
