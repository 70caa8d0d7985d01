import { findCitations } from '../documents/citations.js';
import type { AnyDocument } from '../documents/document.js';
import { readBriefly } from '../documents/unreadDocument.js';
import { findItemIds } from '../documents/itemId.js';
import type { Block, Fence } from '../markdown/blocks.js';
import type { Located, Span } from '../markdown/span.js';
import { memoFor } from '../base/memo.js';

export type IdKind = 'item' | 'requirement' | 'criterion' | 'scenario';

/** What an id stands for: an item, or something of an item. */
export interface IdTarget {
  readonly kind: IdKind;
  /** `STORY-001`, `R1`, `AC2`, `Scenario 1` (a criterion of the old form) or `TC-3`. */
  readonly id: string;
  /** The item it belongs to; of an item itself. */
  readonly item: string;
}

/** One id in a text. */
export interface IdReference extends IdTarget {
  /** Defined: an item in the title of its spec, the others in their headings. */
  readonly role: 'definition' | 'mention';
  /** Of an id in a range (`R1–R4`) that of the range, the same for each of its ids. */
  readonly span: Span;
  readonly range?: true;
  /** It is in a fence of quoted text or code, not of Gherkin. */
  readonly quoted?: true;
}

/**
 * Every id in a document, in the order of the text, code and comments included. Requirements, criteria and scenarios count
 * where it is known whose they are: in a spec and its test cases, and behind an item id (`STORY-001/AC2`, `STORY-001 R2`)
 * anywhere. Linear in the text; the same array for the same document.
 */
export const idReferencesOf: (document: AnyDocument) => readonly IdReference[] = memoFor(findReferences);

/**
 * The items that a document names, each between two spaces: one small string of its own, as a part of a text keeps all of it in
 * memory.
 */
export const itemsNamedIn = memoFor((document: AnyDocument): string =>
  readBriefly(document, () => ` ${[...new Set(itemIdsIn(document.text).map(({ value }) => value))].join(' ')} `),
);

/** Whether a document may have ids of an item, or of what belongs to it. */
export function mayConcern(document: AnyDocument, item: string): boolean {
  return document.item === item || itemsNamedIn(document).includes(` ${item} `);
}

/** Whether two ids stand for the same thing. */
export function isSameTarget(one: IdTarget, other: IdTarget): boolean {
  return one.kind === other.kind && one.id === other.id && one.item === other.item;
}

function findReferences(document: AnyDocument): readonly IdReference[] {
  const { text } = document;
  const defined = definitionsIn(document);
  const definedAt = new Set(defined.map(({ span }) => span.start));
  const mentions = [...itemMentions(text), ...partMentions(text, document.item)].filter(
    ({ span }) => !definedAt.has(span.start),
  );
  const all = [...defined, ...mentions].sort((a, b) => a.span.start - b.span.start);
  return markQuoted(all, quotedSpans(document));
}

function definitionsIn(document: AnyDocument): readonly IdReference[] {
  const { item } = document;
  if (item === undefined) return [];
  const define = (kind: IdKind, id: string, span: Span): IdReference => ({ kind, id, item, role: 'definition', span });
  if (document.kind === 'spec') {
    const { title, requirements, criteria } = document.model;
    return [
      ...(title?.id?.value === item ? [define('item', item, title.id.span)] : []),
      ...requirements.map(({ id, idSpan }) => define('requirement', id, idSpan)),
      ...criteria.map(({ id, idSpan }) => define('criterion', id, idSpan)),
    ];
  }
  if (document.kind !== 'testCase') return [];
  const { groups, scenarios } = document.model;
  const ids = [...groups, ...scenarios].flatMap(({ id }) => (id && id.value.startsWith('TC-') ? [id] : []));
  return [...new Map(ids.map((id) => [id.span.start, id])).values()].map(({ value, span }) =>
    define('scenario', value, span),
  );
}

// A file name such as `STORY-001_case.md` holds the id as well.
const idOfCaseFile = /(?<![\w-])(?:STORY|HOTFIX|BUG)(?:-[A-Za-z0-9_]+)*?-\d+(?=_case\.(?:md|feature)(?!\w))/g;

function itemIdsIn(text: string): readonly Located[] {
  const ids = findItemIds(text);
  if (!text.includes('_case.')) return ids;
  const inFiles = Array.from(text.matchAll(idOfCaseFile), ({ 0: value, index }) => ({
    value,
    span: { start: index, end: index + value.length },
  }));
  return [...ids, ...inFiles];
}

/** The mentions of items in any text, in no order. */
export function itemMentions(text: string): readonly IdReference[] {
  return itemIdsIn(text).map(({ value, span }) => ({ kind: 'item', id: value, item: value, role: 'mention', span }));
}

const scenarioId = /(?<![\w-])TC-\d+(?![\w-])/g;
/** What may be between an item id and what belongs to it. */
const qualifiers = ['/', '#', ':', ' ', ' (', '(', '’s ', "'s "] as const;

/**
 * The mentions of requirements, criteria and scenarios in any text, in no order.
 *
 * @param owner the item that those belong to which do not say; undefined leaves them out.
 */
export function partMentions(text: string, owner?: string): readonly IdReference[] {
  const items = new Map(findItemIds(text).map(({ value, span }) => [span.end, value]));
  if (owner === undefined && items.size === 0) return [];
  const ownerAt = (start: number): string | undefined => {
    for (const qualifier of qualifiers) {
      const item = items.get(start - qualifier.length);
      if (item !== undefined && text.startsWith(qualifier, start - qualifier.length)) return item;
    }
    return owner;
  };
  const cited = findCitations(text, 0, ['R', 'AC']).flatMap(({ value, span }): readonly IdReference[] => {
    const item = ownerAt(span.start);
    if (item === undefined) return [];
    const kind = value.startsWith('R') ? 'requirement' : 'criterion';
    const range = oneId.test(text.slice(span.start, span.end)) ? {} : { range: true as const };
    return [{ kind, id: value, item, role: 'mention', span, ...range }];
  });
  const scenarios = Array.from(text.matchAll(scenarioId), ({ 0: id, index }): readonly IdReference[] => {
    const item = ownerAt(index);
    const span = { start: index, end: index + id.length };
    return item === undefined ? [] : [{ kind: 'scenario', id, item, role: 'mention', span }];
  }).flat();
  return [...cited, ...scenarios];
}

const oneId = /^(?:R|AC-?)\d+$/i;
const gherkin = /^(?:gherkin|feature|cucumber)\b/iu;

/** The fences of quoted text, in order: those of Gherkin and, in a test case, those that do not say are its own text. */
function quotedSpans({ kind, blocks }: AnyDocument): readonly Span[] {
  return fencesIn(blocks).flatMap(({ info, span }) =>
    gherkin.test(info) || (kind === 'testCase' && info === '') ? [] : [span],
  );
}

function fencesIn(blocks: readonly Block[]): readonly Fence[] {
  return blocks.flatMap((block): readonly Fence[] => {
    if (block.kind === 'fence') return [block];
    return block.kind === 'list' ? block.items.flatMap(({ children }) => fencesIn(children)) : [];
  });
}

function markQuoted(references: readonly IdReference[], quoted: readonly Span[]): readonly IdReference[] {
  if (quoted.length === 0) return references;
  let next = 0;
  return references.map((reference) => {
    const { start } = reference.span;
    while ((quoted[next]?.end ?? Infinity) <= start) next++;
    return (quoted[next]?.start ?? Infinity) <= start ? { ...reference, quoted: true } : reference;
  });
}
