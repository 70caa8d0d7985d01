import { type BoardEntryView, type BoardView, inItemOrder } from '../../../server/src/protocol.js';
import * as v from 'valibot';
import { countFindings } from '../editor/entryCounts.js';
import { readAs } from '../editor/schemas.js';

/** What the tree's entries are sorted by; `board`: as they are in the file. */
export const boardSorts = ['board', 'id', 'priority', 'changed', 'blocked'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** What entries can be narrowed down to. */
export const boardFilters = ['blocked', 'drifts', 'findings', 'uncovered'] as const;
export type BoardFilter = (typeof boardFilters)[number];

/** Which entries the tree shows, and in which order. */
export interface BoardChoice {
  readonly sort: BoardSort;
  /** An entry has to be all of these. */
  readonly filters: readonly BoardFilter[];
  /** Only those with the configured developer's prefix; of no effect where none is configured. */
  readonly mine: boolean;
}

export const everything: BoardChoice = { sort: 'board', filters: [], mine: false };

const choiceSchema = v.object({
  sort: v.fallback(v.picklist(boardSorts), everything.sort),
  filters: v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((kept) => boardFilters.filter((one) => kept.includes(one))),
    ),
    [],
  ),
  mine: v.fallback(v.boolean(), false),
});

/** A choice as it was kept, possibly by another version; what is not known is left out. */
export function readBoardChoice(kept: unknown): BoardChoice {
  return readAs(choiceSchema, kept) ?? everything;
}

/** Whether some entries may be left out. */
export function isNarrowed({ filters, mine }: BoardChoice): boolean {
  return mine || filters.length > 0;
}

/** Whether an entry is shown. */
export function isShown(
  entry: Pick<BoardEntryView, 'facts'>,
  { developer }: Pick<BoardView, 'developer'>,
  { filters, mine }: BoardChoice,
): boolean {
  const { facts } = entry;
  if (mine && developer !== undefined && facts?.developer?.toLowerCase() !== developer.toLowerCase()) return false;
  return filters.every((filter) => {
    if (!facts) return false;
    switch (filter) {
      case 'blocked':
        return facts.blockedBy.length > 0;
      case 'drifts':
        return facts.drifts > 0;
      case 'findings':
        return countFindings(facts) > 0;
      case 'uncovered':
        return facts.covered < facts.criteria;
    }
  });
}

/** The entries in the order wanted; those that are equal in it stay as they are on the board. */
export function inBoardOrder<T extends { readonly entry: Pick<BoardEntryView, 'id' | 'facts'> }>(
  rows: readonly T[],
  sort: BoardSort,
): readonly T[] {
  if (sort === 'board') return rows;
  const keyOf = sortKeys(rows, sort);
  return rows
    .map((row) => ({ row, key: keyOf(row.entry) }))
    .sort((one, other) => (one.key === other.key ? 0 : one.key - other.key))
    .map(({ row }) => row);
}

/** Numbers to sort by; what has none comes last. */
function sortKeys(
  rows: readonly { readonly entry: Pick<BoardEntryView, 'id'> }[],
  sort: Exclude<BoardSort, 'board'>,
): (entry: Pick<BoardEntryView, 'id' | 'facts'>) => number {
  switch (sort) {
    case 'id': {
      const ids = inItemOrder(rows.flatMap(({ entry }) => entry.id ?? []));
      const places = new Map(ids.map((id, place) => [id, place]));
      return ({ id }) => (id === undefined ? undefined : places.get(id)) ?? Infinity;
    }
    case 'priority':
      return ({ facts }) => facts?.rank ?? Infinity;
    case 'changed':
      return ({ facts }) => (facts?.changedAt === undefined ? Infinity : -facts.changedAt);
    case 'blocked':
      return ({ facts }) => (facts && facts.blockedBy.length > 0 ? 0 : 1);
  }
}
