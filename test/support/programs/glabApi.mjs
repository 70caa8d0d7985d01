#!/usr/bin/env node
// `glab api` and `glab issue` as their manual describes them, for machines without `glab`: requests to the API of a GitLab, whose
// answers are printed; what fails is said on standard error, with the status. The GitLab is a local server on the socket that
// GITLAB_SOCKET names, or on the port GITLAB_PORT.
import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { parseArgs } from 'node:util';

const [command, ...args] = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args,
  allowPositionals: true,
  options: {
    method: { type: 'string' },
    input: { type: 'string' },
    header: { type: 'string' },
    hostname: { type: 'string', default: 'gitlab.com' },
    paginate: { type: 'boolean' },
    title: { type: 'string' },
    description: { type: 'string' },
    yes: { type: 'boolean' },
  },
});

/** The project of the remote, as the API names it. */
function project() {
  const remote = execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8' }).trim();
  return encodeURIComponent(remote.replace(/^.*?:\/\/[^/]*\/|^.*?:|\.git$/gu, ''));
}

/** @returns {Promise<{ text: string, next: string }>} an answer, and the page behind it; what fails ends this program. */
function ask(method, route, body = '', type = '') {
  const path = `/api/v4/${route.replace('/:id', () => `/${project()}`)}`;
  return new Promise((done) => {
    const sent = request(
      {
        ...(process.env.GITLAB_PORT ? { port: process.env.GITLAB_PORT } : { socketPath: process.env.GITLAB_SOCKET }),
        method,
        path,
        headers: { host: values.hostname, 'content-type': type },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () => {
          if (answer.statusCode >= 400) {
            process.stdout.write(text);
            process.stderr.write(`glab: ${answer.statusMessage} (HTTP ${answer.statusCode})\n`);
            process.exit(1);
          }
          done({ text, next: String(answer.headers['x-next-page'] ?? '') });
        });
      },
    );
    sent.end(body);
  });
}

if (command === 'api') {
  let body = '';
  if (values.input === '-') for await (const part of process.stdin) body += part;
  const [, type] = /^Content-Type: (.*)$/u.exec(values.header ?? '') ?? [];
  const [route] = positionals;
  for (let page = ''; ;) {
    const asked = page === '' ? route : `${route}&page=${page}`;
    const { text, next } = await ask(values.method ?? 'GET', asked, body, type);
    process.stdout.write(text);
    if (!values.paginate || next === '') break;
    page = next;
  }
} else if (command === 'issue') {
  const [action, number] = positionals;
  const { title, description } = values;
  const changes = {
    create: ['POST', '', { title, description }],
    update: ['PUT', `/${number}`, { title }],
    close: ['PUT', `/${number}`, { state_event: 'close' }],
    reopen: ['PUT', `/${number}`, { state_event: 'reopen' }],
  };
  const [method, rest, fields] = changes[action];
  const { text } = await ask(method, `projects/:id/issues${rest}`, JSON.stringify(fields), 'application/json');
  process.stdout.write(`${JSON.parse(text).web_url}\n`);
} else {
  process.stderr.write(`glab: unknown command ${command}\n`);
  process.exit(1);
}
