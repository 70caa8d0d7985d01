import type { DocumentPaths } from '../../documents/documentPaths.js';
import { changesWork } from '../../trace/conventions.js';
import type { ItemTrace } from '../../trace/graph.js';
import { addTo } from '../../base/same.js';
import type { Branch, Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import { memoFor } from '../../base/memo.js';

/**
 * Whether a commit on the default branch brought the branch's work: it is no older than the branch's tip, and either names the
 * item and changes more than documents, unless the branch does not either, or names none and is the squash of a pull request
 * that changes all the branch does. So the commit that moves the entry to Done does not pass for a merge.
 *
 * @param missing the commits of the branch that the default branch does not hold.
 */
export function isSquashed(
  history: GitHistory,
  { commits }: ItemTrace,
  { at }: Branch,
  missing: readonly Commit[],
  documents: DocumentPaths,
): boolean {
  const work = missing.filter((commit) => commit.paths.length > 0 && changesWork(commit, documents));
  // What brings code changes code: not the README or the changelog alone.
  const doesSuchWork = work.some(changesMoreThanProse) ? changesCode : changesWork;
  const named = commits.some(
    (commit) =>
      commit.at >= at && (work.length === 0 || doesSuchWork(commit, documents)) && history.isOnDefault(commit.hash),
  );
  if (named || work.length === 0) return named;
  const paths = [...new Set(work.flatMap((commit) => commit.paths))].filter((path) =>
    changesWork({ paths: [path] }, documents),
  );
  return (squashesByPath(history).get(paths[0] ?? '') ?? []).some((squash) => {
    if (squash.at < at) return false;
    const changed = new Set(squash.paths);
    return paths.every((path) => changed.has(path));
  });
}

const prose =
  /(?:^|\/)(?:README|CHANGELOG|CHANGES|HISTORY|NEWS|AUTHORS|LICEN[CS]E|NOTICE)(?:\.\w+)?$|\.(?:md|markdown|rst|adoc)$/iu;

function changesMoreThanProse({ paths }: Pick<Commit, 'paths'>): boolean {
  return paths.length === 0 || paths.some((path) => !prose.test(path));
}

function changesCode(commit: Commit, documents: DocumentPaths): boolean {
  return changesMoreThanProse(commit) && changesWork(commit, documents);
}

// As GitHub and Azure DevOps call them, whose titles need not name the item.
const pullRequest = /\(#\d+\)$|^Merged PR \d+:/u;

/** The squash merges on the default branch of pull requests that name no item, by what they changed. */
const squashesByPath = memoFor((history: GitHistory): ReadonlyMap<string, readonly Commit[]> => {
  const squashes = new Map<string, Commit[]>();
  for (const commit of history.commits)
    if (commit.items.length === 0 && commit.parents.length < 2 && pullRequest.test(commit.subject))
      if (history.isOnDefault(commit.hash)) for (const path of commit.paths) addTo(squashes, path, commit);
  return squashes;
});
