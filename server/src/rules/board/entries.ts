import type { ParsedDocument } from '../../documents/document.js';
import { type EntryTitle, readEntryTitle } from '../../documents/board/entryTitle.js';
import type { Heading } from '../../markdown/blocks.js';
import type { Board, BoardSectionKind, Entry } from '../../documents/board/board.js';
import { memoFor } from '../../base/memo.js';

/** A heading of level 1 that was meant as the title of an entry. */
export interface MisplacedTitle {
  readonly heading: Heading;
  /** What it would say with another number of hashes. */
  readonly title: EntryTitle;
}

/** The headings of level 1 that begin with an item id, the board's own title apart. */
export const titlesAtLevelOne = memoFor(
  ({ text, blocks, model }: ParsedDocument<'board'>): readonly MisplacedTitle[] => {
    const firstSection = model.sections[0]?.heading.span.start ?? Infinity;
    const first = blocks.find((block) => block.kind === 'heading');
    return blocks.flatMap((block): readonly MisplacedTitle[] => {
      if (block.kind !== 'heading' || block.level !== 1) return [];
      if (block === first && block.span.start < firstSection) return [];
      const title = readEntryTitle(text, { ...block, level: 5 });
      return title?.id ? [{ heading: block, title }] : [];
    });
  },
);

/** The `item` of a report about an entry; nothing if its title has no id. */
export function itemOf({ id }: Pick<Entry, 'id'>): { readonly item?: string } {
  return id ? { item: id.value } : {};
}

/** The entries in sections of one kind, in document order. */
export function entriesIn({ sections }: Board, kind: BoardSectionKind): readonly Entry[] {
  return sections.flatMap((section) => (section.kind === kind ? section.entries : []));
}
