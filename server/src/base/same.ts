/** Whether two lists hold the same elements in the same order. */
export function sameList<T>(
  some: readonly T[],
  others: readonly T[],
  same: (one: T, other: T) => boolean = Object.is,
): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  // The other list is as long. Most elements are the very same, and a call for each of thousands takes long.
  return some.every((one, index) => one === others[index] || same(one, others[index] as T));
}

/** An empty list that is the same wherever nothing is. */
export const none: readonly never[] = [];

/** What is found in each of some things, one after the other: as `flatMap`, which takes the engine several times as long. */
export function collect<T, R>(some: readonly T[], find: (one: T) => readonly R[]): R[] {
  const all: R[] = [];
  for (let index = 0; index < some.length; index++) {
    const found = find(some[index] as T);
    for (let at = 0; at < found.length; at++) all.push(found[at] as R);
  }
  return all;
}

/** Puts a value to the others of its key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The texts of some things, one behind the other: without a list of them, as it is asked for each of thousands. */
export function textOfAll<T>(some: readonly T[], textOf: (one: T) => string): string {
  let text = '';
  for (let index = 0; index < some.length; index++) text += textOf(some[index] as T);
  return text;
}
