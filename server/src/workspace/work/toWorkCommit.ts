import { itemsNamed } from '../git/commits.js';
import type { LoggedCommit } from '../ports.js';
import type { WorkCommit } from './work.js';

/** @param relative makes paths relative to the top of the repository relative to the project root. */
export function toWorkCommit(logged: LoggedCommit, relative: (path: string) => string): WorkCommit {
  const { hash, tree, parents, authoredAt, at, author, subject, body, trailers, changes } = logged;
  return {
    hash,
    tree,
    parents,
    authoredAt,
    committedAt: at,
    author,
    subject,
    body,
    items: itemsNamed(logged),
    trailers: trailers.split('\n').flatMap((line) => toTrailer(line) ?? []),
    paths: changes.map(({ path }) => relative(path)),
  };
}

function toTrailer(line: string): WorkCommit['trailers'][number] | undefined {
  const colon = line.indexOf(':');
  return colon <= 0
    ? undefined
    : { key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() };
}
