import type { GitFacts, GitHistory, GitNotice } from '../../workspace/git/gitFacts.js';

/** The history, where all of it is known: what is missing from a part of one says nothing. */
export function wholeHistory(git: GitFacts | undefined): GitHistory | undefined {
  return lacks(git, 'bounded') ? undefined : recentHistory(git);
}

/** The history, where at least the newest part of it is known, with all branches: a shallow clone may lack both. */
export function recentHistory(git: GitFacts | undefined): GitHistory | undefined {
  return lacks(git, 'shallow') ? undefined : git?.history;
}

function lacks(git: GitFacts | undefined, notice: GitNotice['kind']): boolean {
  return git?.notices.some(({ kind }) => kind === notice) === true;
}

/** A commit as a message names it. */
export function shortHash({ hash }: { readonly hash: string }): string {
  return hash.slice(0, 7);
}

/** A moment as a message names it: the day, as UTC counts it, so that it is the same for everybody. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
