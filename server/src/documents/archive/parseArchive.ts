import type { Block, Heading } from '../../markdown/blocks.js';
import type { Entry } from '../board/board.js';
import { isSectionHeading, sectionKindOf } from '../board/boardSectionHeading.js';
import type { Problem } from '../parsed.js';
import { parseEntries } from '../board/parseEntries.js';

/** `docs/product/archive/archive_YYYYMM.md`. */
export interface Archive {
  readonly entries: readonly Entry[];
  /** Headings of the board's sections (by their words): PactKit carries them over by mistake. Others are not listed. */
  readonly sectionHeadings: readonly Heading[];
}

/**
 * Reads an archive of the board (formats reference, A3) from its blocks: entries, up to the next one or the next
 * level-2 heading, and the board's section headings that PactKit carries over. Never throws.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 */
export function parseArchive(
  text: string,
  blocks: readonly Block[],
): { readonly archive: Archive; readonly problems: readonly Problem[] } {
  const entries: Entry[] = [];
  const sectionHeadings: Heading[] = [];
  let from = 0;
  const closeAt = (index: number): void => {
    // Not spread into `push`: a call with very many arguments overflows the stack.
    for (const entry of parseEntries(text, blocks.slice(from, index), 'everywhere').entries) entries.push(entry);
    from = index + 1;
  };
  for (const [index, block] of blocks.entries()) {
    if (!isSectionHeading(text, block)) continue;
    closeAt(index);
    if (sectionKindOf(block)) sectionHeadings.push(block);
  }
  closeAt(blocks.length);
  return { archive: { entries, sectionHeadings }, problems: [] };
}
