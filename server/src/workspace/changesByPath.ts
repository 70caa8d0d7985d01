/** What came and went between two moments; what is another object under the same path did both. */
export interface ChangesByPath<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

interface Compared {
  readonly before: WeakRef<readonly object[]>;
  readonly changes: ChangesByPath<never>;
}

/** By the later list. Several ask about the same edit, and lists have thousands of documents. */
const compared = new WeakMap<readonly object[], Compared>();

/**
 * Compares two lists that are in path order and never change, object by object.
 *
 * @param most undefined is returned where more than this came and went.
 */
export function changesByPath<T extends { readonly path: string }>(
  before: readonly T[],
  after: readonly T[],
  most = Infinity,
): ChangesByPath<T> | undefined {
  const known = compared.get(after);
  const changes = known?.before.deref() === before ? (known.changes as ChangesByPath<T>) : compare(before, after, most);
  if (!changes || changes.removed.length + changes.added.length > most) return undefined;
  noteChanges(before, after, changes);
  return changes;
}

/** Who makes a list of another one knows what is different. */
export function noteChanges<T extends object>(
  before: readonly T[],
  after: readonly T[],
  changes: ChangesByPath<T>,
): void {
  compared.set(after, { before: new WeakRef(before), changes: changes as ChangesByPath<never> });
}

function compare<T extends { readonly path: string }>(
  before: readonly T[],
  after: readonly T[],
  most: number,
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
