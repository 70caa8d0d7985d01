/** What came and went between two moments; what is another object under the same path did both. */
export interface ChangesByPath<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/**
 * Compares two lists that are in path order, object by object.
 *
 * @param most undefined is returned where more than this came and went.
 */
export function changesByPath<T extends { readonly path: string }>(
  before: readonly T[],
  after: readonly T[],
  most = Infinity,
): ChangesByPath<T> | undefined {
  const removed: T[] = [];
  const added: T[] = [];
  for (let from = 0, to = 0; from < before.length || to < after.length;) {
    const old = before[from];
    const now = after[to];
    if (old !== now) {
      if (removed.length + added.length > most) return undefined;
      const order = old && now ? (old.path === now.path ? 0 : old.path < now.path ? -1 : 1) : old ? -1 : 1;
      if (old && order <= 0) removed.push(old);
      if (now && order >= 0) added.push(now);
      from += order <= 0 ? 1 : 0;
      to += order >= 0 ? 1 : 0;
    } else {
      from++;
      to++;
    }
  }
  return { removed, added };
}
