import { memoFor } from '../../base/memo.js';
import type { Span } from '../../markdown/span.js';

/** A requirement or criterion, as far as numbering goes. */
export interface Numbered {
  readonly id: string;
  readonly idSpan: Span;
  readonly number: number;
}

/** Whether the entries are numbered 1, 2, 3 … under one label, as most are. */
export function isCounted(entries: readonly Numbered[]): boolean {
  const label = entries[0]?.id.slice(0, -1);
  let last = 0;
  for (const { id, number } of entries) {
    last++;
    if (number !== last || id !== `${label}${last}`) return false;
  }
  return true;
}

/** The ids of a list of entries, to look them up. */
export const idsOf = memoFor(
  (entries: readonly Pick<Numbered, 'id'>[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id)),
);

/** Every entry whose id an earlier one has, with that earlier one. */
export function repeatedIds<T extends Numbered>(entries: readonly T[]): { entry: T; first: T }[] {
  const firsts = new Map<string, T>();
  const repeated: { entry: T; first: T }[] = [];
  for (const entry of entries) {
    const first = firsts.get(entry.id);
    if (first) repeated.push({ entry, first });
    else firsts.set(entry.id, entry);
  }
  return repeated;
}
