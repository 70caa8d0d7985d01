import type { BoardSectionView } from '../../server/src/protocol.js';

/** An emoji at the start of a heading: a known section has an icon of its own. */
const leadingEmoji = /^\p{Extended_Pictographic}\u{FE0F}?\s*/u;

/** What a view calls a section; empty for entries before the first one. */
export function sectionLabel({ kind, title }: Pick<BoardSectionView, 'kind' | 'title'>): string {
  return kind === 'custom' ? title : title.replace(leadingEmoji, '') || title;
}
