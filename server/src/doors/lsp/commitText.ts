import type { Commit } from '../../workspace/git/gitFacts.js';

/** A commit as `git show --stat` would have it, as far as it is known without asking git again. */
export function commitText({ hash, author, at, subject, items, paths }: Commit): string {
  const date = new Date(at);
  return [
    `commit ${hash}`,
    `Author: ${author}`,
    `Date:   ${Number.isNaN(date.getTime()) ? '?' : date.toISOString()}`,
    '',
    `    ${subject}`,
    '',
    ...(items.length > 0 ? [`Items: ${items.join(', ')}`, ''] : []),
    ...paths.map((path) => ` ${path}`),
    '',
  ].join('\n');
}
