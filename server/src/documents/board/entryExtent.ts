import { type Span, span } from '../../markdown/span.js';
import type { Entry } from './board.js';
import { isSectionHeading } from './boardSectionHeading.js';
import type { ParsedDocument } from '../document.js';
import { firstBlockAt, footOf } from './entryFoot.js';

/** A document that entries are in. */
export type EntryDocument = Pick<ParsedDocument<'board' | 'archive'>, 'text' | 'blocks' | 'lines'>;

/**
 * What goes along with an entry: its lines from the title on, up to the last that is its own. Thematic breaks below it divide
 * entries and belong to none. Below the last entry of a section, what follows such a break is the section's foot; below the last
 * one of a document, so are paragraphs, comments and link definitions behind its tasks. Tasks, headings and
 * the line that names the spec are never a foot.
 *
 * @param entry written as a heading.
 */
export function extentOf(document: EntryDocument, { span: whole, headingSpan }: Entry): Span {
  const { text, blocks, lines } = document;
  const first = firstBlockAt(blocks, whole.start);
  let end = first;
  while ((blocks[end]?.span.end ?? Infinity) <= whole.end) end++;
  const own = blocks.slice(first, end);
  const below = blocks[end];
  let count = own.length;
  if (below === undefined || isSectionHeading(text, below)) count = footOf(text, own, below === undefined);
  while (count > 1 && own[count - 1]?.kind === 'thematicBreak') count--;
  const start = lines.lineStart(lines.positionAt(headingSpan.start).line);
  return span(start, own[count - 1]?.span.end ?? headingSpan.end);
}
