import type { GitNotice } from './gitFacts.js';
import type { GitAnswer, GitRefs } from '../ports.js';

/** An answer of git that is none. */
export type GitFailure = Exclude<GitAnswer<never>, { readonly kind: 'answer' }>;

export function isGitFailure(answer: object): answer is GitFailure {
  return 'kind' in answer && (answer.kind === 'failed' || answer.kind === 'unavailable');
}

/** What is to be said where git as a whole cannot be asked. */
export function noticeOfFailure({ kind, message }: GitFailure): GitNotice {
  return { kind: kind === 'unavailable' ? kind : 'unreadable', message };
}

/**
 * What keeps a repository that can be read from answering in full.
 *
 * @param failures why parts of the answer are missing, as sentences without full stop.
 * @param most how many commits are looked at, where that left some out.
 */
export function noticesOf(
  { refs, head, shallow }: GitRefs,
  failures: readonly (string | undefined)[],
  most: number | undefined,
): readonly GitNotice[] {
  const notices: GitNotice[] = [];
  for (const message of new Set(failures)) if (message !== undefined) notices.push({ kind: 'unreadable', message });
  if (head.commit === undefined && refs.every(({ commit }) => commit === undefined))
    notices.push({
      kind: 'noCommits',
      message: 'the repository has no commits yet, so nothing can be compared with them',
    });
  if (shallow !== undefined)
    notices.push({
      kind: 'shallow',
      message: 'this is a shallow clone, so older commits are unknown: run `git fetch --unshallow`',
    });
  if (head.branch === undefined) notices.push({ kind: 'detached', message: 'HEAD is detached' });
  if (most !== undefined)
    notices.push({
      kind: 'bounded',
      message: `only the newest ${most.toLocaleString('en')} commits are checked, so older ones may be missed`,
    });
  return notices;
}
