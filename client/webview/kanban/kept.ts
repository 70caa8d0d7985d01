import * as v from 'valibot';
import { listOf, readAs, textOrNothing } from '../../src/editor/schemas.js';
import type { At } from './keyboard.js';

/** What the editor keeps for the page while it is not shown. */
export interface Kept {
  readonly filter: string;
  /** Keys of the cards whose tasks are shown. */
  readonly expanded: readonly string[];
  /** Keys of the collapsed columns. */
  readonly collapsed: readonly string[];
  /** The card that was active. */
  readonly at?: At | undefined;
}

const at = v.union([v.object({ column: v.string(), card: v.string() }), v.object({ column: v.string() })]);

const keptSchema = v.object({
  filter: textOrNothing,
  expanded: v.fallback(listOf(v.string()), []),
  collapsed: v.fallback(listOf(v.string()), []),
  at: v.fallback(v.optional(at), undefined),
});

/** What was kept; whatever is of another kind is left out. */
export function readKept(kept: unknown): Kept {
  return readAs(keptSchema, kept) ?? { filter: '', expanded: [], collapsed: [] };
}
