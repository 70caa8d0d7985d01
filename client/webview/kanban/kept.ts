import { isRecord } from '../../src/editor/messageParts.js';
import type { At } from './keyboard.js';

/** What the editor keeps for the page while it is not shown. */
export interface Kept {
  readonly filter: string;
  /** Keys of the cards whose tasks are shown. */
  readonly expanded: readonly string[];
  /** The card that was active. */
  readonly at?: At | undefined;
}

/** What was kept; whatever is none is nothing. */
export function readKept(kept: unknown): Kept {
  if (!isRecord(kept)) return { filter: '', expanded: [] };
  const { filter, expanded, at } = kept;
  return {
    filter: typeof filter === 'string' ? filter : '',
    expanded: Array.isArray(expanded) ? expanded.filter((key) => typeof key === 'string') : [],
    at: readAt(at),
  };
}

function readAt(at: unknown): At | undefined {
  if (!isRecord(at)) return undefined;
  const { column, card } = at;
  if (typeof column !== 'string') return undefined;
  return { column, ...(typeof card === 'string' ? { card } : {}) };
}
