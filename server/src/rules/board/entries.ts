import type { Board, BoardSectionKind, Entry } from '../../documents/board.js';
import { rememberFor } from '../../markdown/remember.js';

/** All entries of the board in document order. */
export const entriesOf = rememberFor(({ looseEntries, sections }: Board): readonly Entry[] => [
  ...looseEntries,
  ...sections.flatMap(({ entries }) => entries),
]);

/** The `item` of a report about an entry; nothing where its title has no id. */
export function itemOf({ id }: Pick<Entry, 'id'>): { readonly item?: string } {
  return id ? { item: id.value } : {};
}

/** The entries in sections of one kind, in document order. */
export function entriesIn({ sections }: Board, kind: BoardSectionKind): readonly Entry[] {
  return sections.flatMap((section) => (section.kind === kind ? section.entries : []));
}
