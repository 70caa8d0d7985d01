import type { GitFacts, GitHistory } from './gitFacts.js';
import { memoFor } from '../../base/memo.js';

const nothing: ReadonlySet<string> = new Set();

/**
 * The files that only one of two moments says are uncommitted: that is all that changes while somebody types.
 *
 * @returns undefined if the two say something else besides.
 */
export function uncommittedDifference(
  one: GitFacts | undefined,
  other: GitFacts | undefined,
): ReadonlySet<string> | undefined {
  if (one === other) return nothing;
  return one && other && differenceTo(one)(other);
}

// Asked of every document and entry, of the same two.
const differenceTo = memoFor((one: GitFacts) => memoFor((other: GitFacts) => compare(one, other)));

function compare(one: GitFacts, other: GitFacts): ReadonlySet<string> | undefined {
  const [history, otherHistory] = [one.history, other.history];
  if (!history || !otherHistory || !isSameBut('history', one, other)) return undefined;
  if (!isSameBut<GitHistory>('uncommitted', history, otherHistory)) return undefined;
  const difference = new Set<string>(otherHistory.uncommitted);
  for (const file of history.uncommitted) if (!difference.delete(file)) difference.add(file);
  return difference;
}

/** Whether two objects hold the very same, this key left out. */
function isSameBut<T extends object>(left: keyof T & string, one: T, other: T): boolean {
  const entries = (facts: T): readonly (readonly [string, unknown])[] =>
    Object.entries(facts).filter(([key]) => key !== left);
  const others = new Map(entries(other));
  const own = entries(one);
  return own.length === others.size && own.every(([key, value]) => others.has(key) && others.get(key) === value);
}
