import type { Span } from '../../markdown/span.js';

/** A requirement or criterion, as far as numbering goes. */
export interface Numbered {
  readonly id: string;
  readonly idSpan: Span;
  readonly number: number;
}

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
