import type { Block } from '../../markdown/blocks.js';
import { type Span, span } from '../../markdown/span.js';
import type { Entry } from './board.js';
import { isSectionHeading } from './boardSectionHeading.js';
import type { ParsedDocument } from '../document.js';
import { parseTasks } from './parseTasks.js';
import { findSpecPath } from '../specPath.js';

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

/** The index of the first block that begins at `offset` or behind it. */
export function firstBlockAt(blocks: readonly Block[], offset: number): number {
  let from = 0;
  let to = blocks.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((blocks[middle]?.span.start ?? Infinity) < offset) from = middle + 1;
    else to = middle;
  }
  return from;
}

const footKinds: ReadonlySet<Block['kind']> = new Set(['paragraph', 'html', 'linkDefinition', 'footnoteDefinition']);

/** Where the foot below the last entry of a section begins among its blocks; their number where there is none. */
function footOf(text: string, own: readonly Block[], isLast: boolean): number {
  const tied = own.findLastIndex(
    (block) =>
      block.kind === 'heading' || parseTasks(text, [block]).length > 0 || findSpecPath(text, [block]) !== undefined,
  );
  const divider = own.findIndex(({ kind }, index) => index > tied && kind === 'thematicBreak');
  let foot = divider < 0 ? own.length : divider;
  if (isLast && own[tied]?.kind === 'list')
    while (foot - 1 > tied && footKinds.has(own[foot - 1]?.kind ?? 'heading')) foot--;
  return foot;
}
