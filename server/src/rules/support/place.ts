import type { Block, Heading, ListItem } from '../../markdown/blocks.js';
import type { AnyDocument } from '../../documents/document.js';
import { type Span, span } from '../../markdown/span.js';

/**
 * Where a finding about something the document lacks is shown: the text of the level-1 heading, else of the first heading,
 * else the first line that holds anything, else the empty span at the start.
 */
export function titlePlace({ blocks, text }: Pick<AnyDocument, 'blocks' | 'text'>): Span {
  const isHeading = (block: Block): block is Heading => block.kind === 'heading';
  const isTitle = (block: Block): block is Heading => isHeading(block) && block.level === 1;
  const heading = blocks.find(isTitle) ?? blocks.find(isHeading);
  if (heading) return headingPlace(heading);
  const start = text.search(/[^\s\uFEFF]/u);
  if (start < 0) return span(0, 0);
  const length = text.slice(start).search(/\r|\n/u);
  const end = length < 0 ? text.length : start + length;
  return span(start, start + text.slice(start, end).trimEnd().length);
}

/** The heading's text, or all of it where it has none. */
export function headingPlace(heading: Heading): Span {
  return heading.textSpan.end > heading.textSpan.start ? heading.textSpan : heading.span;
}

/** All blocks, those inside list items too, in document order. */
export function everyBlock(blocks: readonly Block[]): Block[] {
  const all: Block[] = [];
  const visitItem = ({ children }: ListItem): void => {
    children.forEach(visit);
  };
  const visit = (block: Block): void => {
    all.push(block);
    if (block.kind === 'list') block.items.forEach(visitItem);
  };
  blocks.forEach(visit);
  return all;
}
