import type { BoardSectionView } from '../../../server/src/protocol.js';

/** An emoji at the start of a heading: a known section has an icon of its own. */
const leadingEmoji = /^\p{Extended_Pictographic}\u{FE0F}?\s*/u;

/** The icon of a section, as the editor's icons are called. */
export const sectionIcons = {
  backlog: 'list-unordered',
  inProgress: 'sync',
  done: 'pass',
  custom: 'list-flat',
} as const;

/** What a view calls a section; empty for entries before the first one. */
export function sectionLabel({ kind, title }: Pick<BoardSectionView, 'kind' | 'title'>): string {
  return kind === 'custom' ? title : title.replace(leadingEmoji, '') || title;
}
