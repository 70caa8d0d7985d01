#!/usr/bin/env node
// `glab api` as its manual describes it, for machines without `glab`: one request to the API of a GitLab, whose answer is printed;
// what fails is said on standard error, with the status. The GitLab is a local server on the socket that GITLAB_SOCKET names.
import { request } from 'node:http';

const [command, ...args] = process.argv.slice(2);
if (command !== 'api') {
  process.stderr.write(`glab: unknown command ${command}\n`);
  process.exit(1);
}
const options = new Map();
let route = '';
for (let at = 0; at < args.length; at++)
  if (args[at].startsWith('--')) options.set(args[at], args[++at]);
  else route = args[at];
let body = '';
if (options.get('--input') === '-') for await (const part of process.stdin) body += part;
const [, type = ''] = /^Content-Type: (.*)$/u.exec(options.get('--header') ?? '') ?? [];
const sent = request(
  {
    socketPath: process.env.GITLAB_SOCKET,
    method: options.get('--method') ?? 'GET',
    path: `/api/v4/${route}`,
    headers: { host: options.get('--hostname') ?? 'gitlab.com', 'content-type': type },
  },
  (answer) => {
    let text = '';
    answer.on('data', (part) => (text += part));
    answer.on('end', () => {
      process.stdout.write(text);
      if (answer.statusCode < 400) return;
      process.stderr.write(`glab: ${answer.statusMessage} (HTTP ${answer.statusCode})\n`);
      process.exitCode = 1;
    });
  },
);
sent.end(body);
