import type { Commit, FileChange, GitHistory } from '../workspace/git/gitFacts.js';
import type { TestTrace } from './graph.js';

/** A document that changed after a moment that counts. */
export interface LaterChanges {
  /** Those that changed it since, newest first; none if only what is not committed did. */
  readonly commits: readonly Commit[];
  /** What it was at that moment. */
  readonly blob: string;
}

/**
 * What became of a document since a commit; undefined if nothing did, or it was not there then.
 *
 * @param path of the document, relative to the project root.
 */
export function changesSince(history: GitHistory, path: string, since: Commit): LaterChanges | undefined {
  return laterChanges(history, path, ({ commit }) => isAfter(history, commit, since));
}

/**
 * What became of a document since all files of these tests were last changed; undefined if nothing did, or one of them
 * has changes that are not committed or was never committed.
 *
 * @param path of the document, relative to the project root.
 */
export function changesSinceTests(
  history: GitHistory,
  path: string,
  tests: readonly TestTrace[],
): LaterChanges | undefined {
  const files = new Set(tests.map(({ file }) => file.path));
  const changes = Array.from(files, (file) =>
    history.uncommitted.has(file) ? undefined : history.changesOf(file)[0]?.commit,
  );
  if (changes.length === 0 || !changes.every((commit) => commit !== undefined)) return undefined;
  return laterChanges(history, path, ({ commit }) => changes.every((tested) => isAfter(history, commit, tested)));
}

/** Whether {@link changesSinceTests} may know of anything for some of these tests: to ask this, no document has to be read. */
export function mayHaveChangedSinceTests(history: GitHistory, path: string, tests: readonly TestTrace[]): boolean {
  if (history.uncommitted.has(path)) return tests.length > 0;
  const [newest] = history.changesOf(path);
  if (!newest) return false;
  return tests.some(({ file }) => {
    const [tested] = history.changesOf(file.path);
    return tested !== undefined && isAfter(history, newest.commit, tested.commit);
  });
}

function laterChanges(
  history: GitHistory,
  path: string,
  isLater: (change: FileChange) => boolean,
): LaterChanges | undefined {
  const changes = history.changesOf(path);
  const first = changes.findIndex((change) => !isLater(change));
  const blob = changes[first]?.after;
  if (blob === undefined || (first === 0 && !history.uncommitted.has(path))) return undefined;
  return { commits: changes.slice(0, first).map(({ commit }) => commit), blob };
}

/** By time, which costs nothing to compare; commits made within one second are told apart by what leads to what. */
function isAfter(history: GitHistory, commit: Commit, other: Commit): boolean {
  return commit.at > other.at || (commit.at === other.at && !history.leadsTo(other.hash, commit.hash));
}
