import { findCitations } from '../documents/citations.js';
import { findItemIds } from '../documents/itemId.js';
import { scenarioKey } from '../documents/testCase/scenarioIds.js';
import { type Located, overlaps } from '../markdown/span.js';
import { findInIdentifier, type ItemResolver } from './identifierWords.js';

/** An item that a text names, and what of it. */
interface NamedItem {
  readonly item: Located;
  /** `R1`, `AC2`, `TC-3` of that item. */
  readonly ids: readonly Located[];
}

/** What a piece of text names. */
export interface Naming {
  readonly items: readonly NamedItem[];
  /** Ids without an item. */
  readonly bare: readonly Located[];
}

const nothing: Naming = { items: [], bare: [] };
const scenario = /(?<![\w-])TC-?\d{1,15}(?!\w)/giu;
const mayName = /(?:R|AC|TC)[-_]?\d|STORY|BUG|HOTFIX/iu;

/** Whether the text has no spaces, so that its words are told apart by case and underscores: `test_story_042_ac2`. */
export function isIdentifier(text: string): boolean {
  return text !== '' && text.length <= 300 && !/\s/u.test(text);
}

/** The items, requirements, criteria and scenarios a title, comment, tag or name mentions. An id belongs to the item before it. */
export function readNaming({ value, span: { start } }: Located, resolve: ItemResolver): Naming {
  if (!mayName.test(value)) return nothing;
  const exact = findItemIds(value, start);
  const cited = [...findCitations(value, start, ['R', 'AC']), ...scenariosIn(value, start)];
  if (!isIdentifier(value)) return assign(exact, cited);
  const { items, ids } = findInIdentifier(value, start, resolve, exact);
  return assign(items, [...cited, ...ids.filter(({ span }) => !cited.some((cite) => overlaps(span, cite.span)))]);
}

function scenariosIn(text: string, offset: number): Located[] {
  if (!/TC/iu.test(text)) return [];
  return Array.from(text.matchAll(scenario), ({ 0: written, index }) => ({
    value: `TC-${scenarioKey(written) ?? ''}`,
    span: { start: offset + index, end: offset + index + written.length },
  }));
}

/** One item owns all ids; of several each owns those up to the next. */
function assign(items: readonly Located[], ids: readonly Located[]): Naming {
  if (items.length === 0 && ids.length === 0) return nothing;
  // The prefix of an item id may look like a requirement: `STORY-R2-003`.
  const outside = ids.filter(({ span }) => !items.some((item) => overlaps(span, item.span)));
  const names = new Set(items.map(({ value }) => value));
  if (names.size === 0) return { items: [], bare: outside };
  if (names.size === 1) {
    const [first] = items;
    return first ? { items: [{ item: first, ids: outside }], bare: [] } : nothing;
  }
  const owned = items.map((item, index) => {
    const end = items[index + 1]?.span.start ?? Infinity;
    return { item, ids: outside.filter(({ span }) => span.start >= item.span.end && span.start < end) };
  });
  const first = items[0]?.span.start ?? 0;
  return { items: owned, bare: outside.filter(({ span }) => span.start < first) };
}
