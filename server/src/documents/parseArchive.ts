import type { Block } from '../markdown/blocks.js';
import type { Archive } from './archive.js';
import type { Entry } from './board.js';
import type { Problem } from './document.js';
import { isSectionHeading } from './parseBoard.js';
import { parseEntries } from './parseEntries.js';

/**
 * Reads an archive of the board (formats reference, A3) from its blocks: entries, and the section headings that PactKit
 * carries over. Never throws.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 */
export function parseArchive(
  text: string,
  blocks: readonly Block[],
): { readonly archive: Archive; readonly problems: readonly Problem[] } {
  const sectionHeadings = blocks.filter((block) => isSectionHeading(text, block));
  const entries: Entry[] = [];
  let from = 0;
  for (const [index, block] of blocks.entries()) {
    if (!isSectionHeading(text, block)) continue;
    entries.push(...parseEntries(text, blocks.slice(from, index), 'everywhere').entries);
    from = index + 1;
  }
  entries.push(...parseEntries(text, blocks.slice(from), 'everywhere').entries);
  return { archive: { entries, sectionHeadings }, problems: [] };
}
