import { memoFor } from '../base/memo.js';
import { addTo } from '../base/same.js';
import type { DocumentPaths } from '../documents/documentPaths.js';
import type { Commit, GitHistory } from '../workspace/git/gitFacts.js';
import { changesWork } from './conventions.js';
import type { ItemTrace } from './graph.js';
import { netChanges } from './netChanges.js';

/**
 * The commit that took the last of an item's work back on the default branch; undefined if some of it is still there, was done again
 * since, or none is known.
 */
export function revertOf(
  history: GitHistory,
  { id, commits }: ItemTrace,
  documents: DocumentPaths,
): Commit | undefined {
  // So it is with most items, which is quicker to see than which commits are work.
  if (isPlain(history, id, commits, documents)) return undefined;
  const work = commits.filter(
    (commit) => !takesBack(commit) && changesWork(commit, documents) && history.isOnDefault(commit.hash),
  );
  if (work.length === 0) return undefined;
  const reverts = work.map((commit) => revertedBy(history, commit));
  const isWhole = reverts.every((commit) => commit !== undefined);
  return (isWhole ? newest(reverts) : undefined) ?? undoneBy(history, id, work, documents);
}

/** Whether no message says of any of the commits that it was reverted, and no file of the work was put back since the first of them. */
function isPlain(history: GitHistory, id: string, commits: readonly Commit[], documents: DocumentPaths): boolean {
  const { byCommit, merges } = revertsIn(history);
  if (merges.length > 0) return false;
  let first = Infinity;
  for (const { hash, at } of commits) {
    if (byCommit.has(hash)) return false;
    if (at < first) first = at;
  }
  return isSettled(history, id, commits, first, documents);
}

function newest(commits: readonly Commit[]): Commit | undefined {
  return commits.reduce<Commit | undefined>(
    (last, commit) => (last && last.at >= commit.at ? last : commit),
    undefined,
  );
}

/** Whether a commit reverts another one, or brings back what a revert took: neither is work of its own. */
function takesBack({ subject, reverts }: Commit): boolean {
  return reverts !== undefined || subject.startsWith('Revert "') || subject.startsWith('Reapply "');
}

interface Reverts {
  /** By the commit that they name, the newest first. */
  readonly byCommit: ReadonlyMap<string, readonly Commit[]>;
  /** Merges that were reverted. */
  readonly merges: readonly Commit[];
}

/** What the messages on the default branch say. */
const revertsIn = memoFor(
  (history: GitHistory): Reverts => {
    // In most histories there are none, which is quicker to see than what the default branch holds.
    if (!history.commits.some(takesBack)) return { byCommit: new Map(), merges: [] };
    const onDefault = history.commits.filter(({ hash }) => history.isOnDefault(hash));
    const named = onDefault.filter(takesBack);
    const bySubject = new Map<string, Commit>();
    const byRequest = new Map<string, Commit>();
    const byBeginning = new Map<string, Commit>();
    for (const commit of onDefault) {
      const request = /\((#\d+)\)$|^Merge pull request (#\d+) /u.exec(commit.subject);
      const number = request?.[1] ?? request?.[2];
      if (number !== undefined && !takesBack(commit)) byRequest.set(number, commit);
      if (!bySubject.has(commit.subject)) bySubject.set(commit.subject, commit);
      byBeginning.set(commit.hash.slice(0, 7), commit);
    }
    const byCommit = new Map<string, Commit[]>();
    for (const commit of named) {
      const said = (commit.reverts ?? []).flatMap(
        (name) => byRequest.get(name) ?? byBeginning.get(name.slice(0, 7)) ?? [],
      );
      const subject = /^Revert "(.*)"(?: \(#\d+\))?$/u.exec(commit.subject)?.[1];
      const meant = said.length > 0 ? said : [bySubject.get(subject ?? '')].filter((one) => one !== undefined);
      for (const { hash } of meant) addTo(byCommit, hash, commit);
    }
    return { byCommit, merges: onDefault.filter(({ hash, parents }) => parents.length > 1 && byCommit.has(hash)) };
  },
  ({ commits }) => commits,
);

/** The commit that reverts one, or the merge that brought it, and was not reverted itself. */
function revertedBy(history: GitHistory, commit: Commit): Commit | undefined {
  const { byCommit, merges } = revertsIn(history);
  if (byCommit.size === 0) return undefined;
  const brought = merges.filter(
    ({ hash, parents: [first = ''] }) => history.leadsTo(hash, commit.hash) && !history.leadsTo(first, commit.hash),
  );
  const holds = (one: Commit, depth: number): boolean =>
    depth > 9 || !(byCommit.get(one.hash) ?? []).some((again) => holds(again, depth + 1));
  return [commit, ...brought].flatMap(({ hash }) => byCommit.get(hash) ?? []).find((one) => holds(one, 0));
}

/** The commit that made all files what they were before the work, whatever it says, as long as it is no other item's. */
function undoneBy(
  history: GitHistory,
  id: string,
  work: readonly Commit[],
  documents: DocumentPaths,
): Commit | undefined {
  if (work.some(({ parents }) => parents.length > 1)) return undefined;
  const last = newest(work)?.at ?? 0;
  // Quicker to see than what their commits made of the files.
  if (isSettled(history, id, work, last, documents)) return undefined;
  const net = netChanges(history, work).filter(({ path }) => changesWork({ paths: [path] }, documents));
  const [first] = net;
  if (!first || net.every(({ before }) => before === undefined)) return undefined;
  return history.changesOf(first.path).find(({ commit }) => {
    if (commit.at <= last || commit.items.some((item) => item !== id) || !history.isOnDefault(commit.hash))
      return false;
    const changes = history.changesIn(commit);
    return net.every(({ path, before, after }) => {
      const change = changes[commit.paths.indexOf(path)];
      return (
        change !== undefined && change.before === after && change.after === before && isLast(history, path, commit)
      );
    });
  })?.commit;
}

/**
 * Whether no file of the work was changed last, after some moment, by a commit that may have undone it: one that is no item's, or takes
 * back. What else names the item is work of its own.
 */
function isSettled(
  history: GitHistory,
  id: string,
  commits: readonly Pick<Commit, 'paths'>[],
  since: number,
  documents: DocumentPaths,
): boolean {
  const mayBeUndone = (path: string): boolean => {
    const last = history.changesOf(path)[0]?.commit;
    if (last === undefined || last.at <= since) return false;
    const mayUndo = last.items.length === 0 || (takesBack(last) && last.items.every((item) => item === id));
    return mayUndo && changesWork({ paths: [path] }, documents);
  };
  return !commits.some(({ paths }) => paths.some(mayBeUndone));
}

/** Whether the work was not done again since. */
function isLast(history: GitHistory, path: string, commit: Commit): boolean {
  return history.changesOf(path)[0]?.commit === commit;
}
