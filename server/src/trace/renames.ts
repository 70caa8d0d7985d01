import type { Commit, FileChange, GitHistory } from '../workspace/git/gitFacts.js';

/** Where a file is now. */
export interface Renamed {
  readonly path: string;
  /** The last commit that renamed it. */
  readonly commit: Commit;
}

const mostRenames = 10;

/**
 * What a file that is gone was renamed to: the commit that deleted it on the way to HEAD created one with the same content, or else a
 * single one of the same name or extension. Undefined if there is none, or it is gone, too.
 *
 * @param path relative to the project root.
 */
export function renamedTo(history: GitHistory, path: string): Renamed | undefined {
  let found: Renamed | undefined;
  for (let from = path, left = mostRenames; left > 0; left--) {
    const [last] = history.changesOf(from);
    if (!last || last.after !== undefined) return found;
    const to = successorOf(history, last, from);
    if (to === undefined) return undefined;
    found = { path: to, commit: last.commit };
    from = to;
  }
  return undefined;
}

function successorOf(history: GitHistory, { commit, before }: FileChange, path: string): string | undefined {
  const changes = history.changesIn(commit).map((change, index) => ({ ...change, path: commit.paths[index] ?? '' }));
  const created = changes.filter((change) => change.before === undefined && change.after !== undefined);
  const same = created.filter(({ after }) => after === before);
  const named = created.filter((one) => nameOf(one.path) === nameOf(path));
  const deleted = changes.filter((one) => one.after === undefined && extensionOf(one.path) === extensionOf(path));
  // Edited on the way: it is clear only where one file went and one came.
  const alike = deleted.length === 1 ? created.filter((one) => extensionOf(one.path) === extensionOf(path)) : [];
  const [some] = [same, named, alike].filter((one) => one.length === 1);
  return some?.[0]?.path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function extensionOf(path: string): string {
  return /\.[^.]*$/u.exec(nameOf(path))?.[0] ?? '';
}
