import type { OutlineKind } from '../documents/defineDocumentKind.js';
import type { AnyDocument } from '../documents/document.js';
import { readBriefly } from '../documents/unreadDocument.js';
import type { Span } from '../markdown/span.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Project } from '../workspace/project.js';
import { memoFor } from '../base/memo.js';
import { documentSymbols } from './documentSymbols.js';
import { isSubsequence } from './subsequence.js';

export interface WorkspaceSymbol {
  /** Id and title: what the query is compared with. */
  readonly name: string;
  readonly kind: OutlineKind;
  /** The item, of something that belongs to one. */
  readonly container: string;
  readonly document: AnyDocument;
  readonly span: Span;
}

/** More is useless in a list. */
const most = 100;

/**
 * The items, requirements, criteria and scenarios that a query fits: each of its words is in id or title, at least as
 * letters in their order. Whole ids come first, then beginnings, then words, then what only has the letters.
 *
 * @param query words divided by spaces, slashes or colons; empty for the items that come first.
 */
export function workspaceSymbols<P extends { readonly project: Project; readonly trace: TraceGraph }>(
  projects: readonly P[],
  query: string,
): readonly (WorkspaceSymbol & { readonly project: P })[] {
  const words = query
    .toLowerCase()
    .split(/[\s/:]+/u)
    .filter((word) => word !== '');
  const byRank = new Map<number, (KnownSymbol & { readonly project: P })[]>();
  for (const project of projects)
    for (const symbols of [...project.project.documents.map(symbolsOf), ...itemsWithoutSpec(project.trace)])
      for (const symbol of symbols) {
        const rank = rankOf(symbol, words);
        if (rank === undefined) continue;
        const place = rank * ranks + symbol.order;
        const group = byRank.get(place);
        if (!group) byRank.set(place, [{ ...symbol, project }]);
        else if (group.length < most) group.push({ ...symbol, project });
      }
  return [...byRank]
    .sort(([one], [other]) => one - other)
    .flatMap(([, group]) => group)
    .slice(0, most);
}

export interface KnownSymbol extends WorkspaceSymbol {
  /** The name in lower case. */
  readonly folded: string;
  /** Its id in lower case, as people write it: `story-001`, `ac2`. */
  readonly id: string;
  /** Items before what belongs to them. */
  readonly order: number;
  /** The item in lower case. */
  readonly owner: string;
}

const orders: Readonly<Record<OutlineKind, number>> = { item: 0, entry: 1, requirement: 2, criterion: 3, scenario: 4 };
const ranks = Object.keys(orders).length;

function make(
  document: AnyDocument,
  kind: OutlineKind,
  container: string,
  id: string,
  title: string,
  span: Span,
): KnownSymbol {
  const name = [[container, id].filter(Boolean).join('/'), title].filter(Boolean).join(' ');
  return {
    name,
    kind,
    container,
    document,
    span,
    folded: name.toLowerCase(),
    id: id.toLowerCase(),
    order: orders[kind],
    owner: container.toLowerCase(),
  };
}

/** What a document defines: specs their item with requirements and criteria, test cases their scenarios. */
export const symbolsOf = memoFor((document: AnyDocument) => readBriefly(document, () => findSymbols(document)));

function findSymbols(document: AnyDocument): readonly KnownSymbol[] {
  const { item } = document;
  if (item === undefined) return [];
  const own = documentSymbols(document).map(({ name, detail, kind, selection }) =>
    make(document, kind, item, name, detail, selection),
  );
  if (document.kind !== 'spec') return own;
  const { title } = document.model;
  return [
    make(document, 'item', '', item, title?.text.value ?? '', title?.heading.textSpan ?? { start: 0, end: 0 }),
    ...own,
  ];
}

/** Items that are planned and not yet specified: their entries. */
function itemsWithoutSpec(trace: TraceGraph): readonly (readonly KnownSymbol[])[] {
  return trace.items.flatMap((id) => {
    const item = trace.item(id);
    const entry = item?.spec ? undefined : item?.entries[0];
    if (!entry) return [];
    return [[make(entry.document, 'entry', '', id, entry.entry.title.value, entry.entry.headingSpan)]];
  });
}

/** How well a symbol fits, 0 best; undefined if it does not. Without words items fit. */
function rankOf({ folded, id, kind, owner }: KnownSymbol, words: readonly string[]): number | undefined {
  if (words.length === 0) return kind === 'item' || kind === 'entry' ? 0 : undefined;
  let sum = 0;
  for (const word of words) {
    const rank = rankOfWord(word, folded, id, owner);
    if (rank === undefined) return undefined;
    sum += rank;
  }
  return sum;
}

function rankOfWord(word: string, folded: string, id: string, owner: string): number | undefined {
  if (word === id) return 0;
  if (word === owner) return 1;
  if (id.startsWith(word)) return 2;
  const at = folded.indexOf(word);
  if (at >= 0) return at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1)) ? 3 : 4;
  return isSubsequence(word, folded) ? 5 : undefined;
}
