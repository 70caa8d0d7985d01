import type { Block, Heading } from '../../markdown/blocks.js';
import type { BoardSectionKind } from './board.js';
import { readEntryTitle } from './entryTitle.js';

/** Whether the block is a heading of level 2; that of an entry (`## [STORY-001] …`) is a mistake in the entry's title. */
export function isSectionHeading(text: string, block: Block): block is Heading {
  return block.kind === 'heading' && block.level === 2 && !readEntryTitle(text, block);
}

const kindsByWords = new Map<string, BoardSectionKind>([
  ['backlog', 'backlog'],
  ['in progress', 'inProgress'],
  ['inprogress', 'inProgress'],
  ['done', 'done'],
]);

/** The section a heading begins, by its words alone. */
export function sectionKindOf({ text }: Pick<Heading, 'text'>): BoardSectionKind | undefined {
  return kindsByWords.get(sectionWordsOf(text));
}

/** What a section is called: emoji, punctuation and letter case are ignored. */
export function sectionWordsOf(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
