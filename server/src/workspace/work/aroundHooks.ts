import type { RefLogEntry } from '../ports.js';

/** What the hook `commit-msg` recorded of a commit that it allowed. */
export interface HookedTree {
  readonly tree: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A rebase, a merge or a cherry-pick makes commits without these hooks. */
const byHand = /^commit(?: \((?:amend|initial)\))?: /u;

type Move = Pick<RefLogEntry, 'ref' | 'after' | 'at' | 'message'>;

/**
 * The hashes of commits whose trees tell which went around the hooks: those by hand that may be as young as the first one on record,
 * and on each ref the one before them. Git takes a commit's time before it runs the hooks, so a slow hook records it seconds later.
 *
 * @param moves of each ref oldest first.
 */
export function commitsToKnow(hooked: readonly HookedTree[], moves: readonly Move[]): ReadonlySet<string> {
  const since = hooked[0]?.at ?? Infinity;
  const wanted = new Set<string | undefined>();
  const last = new Map<string, string | undefined>();
  for (const { ref, after, at, message } of moves) {
    if (!byHand.test(message)) continue;
    if (at + 1000 > since) wanted.add(last.get(ref)).add(after);
    last.set(ref, after);
  }
  return new Set([...wanted].filter((hash) => hash !== undefined));
}

/**
 * What `git commit` made on this machine since the hooks are in use, and those that are not on record. The logs of refs have whole
 * seconds: of commits in the second of the first record, those count that came after a commit on record.
 *
 * @param hooked oldest first.
 * @param moves of each ref oldest first.
 */
export function commitsAroundHooks<T extends { readonly hash: string; readonly tree: string }>(
  hooked: readonly HookedTree[],
  moves: readonly Move[],
  commits: readonly T[],
): { readonly made: readonly T[]; readonly around: readonly T[] } {
  const since = hooked[0]?.at ?? Infinity;
  const trees = new Set(hooked.map(({ tree }) => tree));
  const recorded = new Set(commits.filter(({ tree }) => trees.has(tree)).map(({ hash }) => hash));
  const hashes = new Set<string | undefined>();
  const following = new Set<string>();
  for (const { ref, after, at, message } of moves) {
    if (after !== undefined && recorded.has(after)) following.add(ref);
    if (byHand.test(message) && (at > since || following.has(ref))) hashes.add(after);
  }
  const made = commits.filter(({ hash }) => hashes.has(hash));
  return { made, around: made.filter(({ tree }) => !trees.has(tree)) };
}
