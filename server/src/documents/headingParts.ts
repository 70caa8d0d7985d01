import type { Block, Heading } from '../markdown/blocks.js';
import { type Span, span } from '../markdown/span.js';

/** A heading with what is below it. */
export interface HeadingPart<T> {
  readonly heading: Heading;
  /** What the heading was read as. */
  readonly head: T;
  /** From the heading to the end of the last block below it. */
  readonly span: Span;
  readonly blocks: readonly Block[];
}

/**
 * Cuts blocks at the headings that `read` understands. A part ends at the next such heading, and, unless `ends` says otherwise,
 * at any other heading of the same or a higher level.
 *
 * @param read what the heading begins, undefined if it begins no part.
 * @param ends whether a heading that begins no part ends the open one.
 */
export function headingParts<T>(
  blocks: readonly Block[],
  read: (heading: Heading) => T | undefined,
  ends: (heading: Heading, open: Heading) => boolean = endsAtLevel,
): readonly HeadingPart<T>[] {
  const parts: HeadingPart<T>[] = [];
  let open: OpenPart<T> | undefined;
  // Not over `entries()`, which makes two objects of every block.
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block?.kind !== 'heading') continue;
    const head = read(block);
    if (head === undefined && (!open || !ends(block, open.heading))) continue;
    if (open) parts.push(closed(open, blocks, index));
    open = head === undefined ? undefined : { heading: block, head, from: index + 1 };
  }
  if (open) parts.push(closed(open, blocks, blocks.length));
  return parts;
}

interface OpenPart<T> {
  readonly heading: Heading;
  readonly head: T;
  /** Index of the first block below the heading. */
  readonly from: number;
}

function endsAtLevel({ level }: Heading, open: Heading): boolean {
  return level <= open.level;
}

function closed<T>({ heading, head, from }: OpenPart<T>, blocks: readonly Block[], to: number): HeadingPart<T> {
  // The last block is the heading where nothing is below it.
  const whole = span(heading.span.start, (blocks[to - 1] ?? heading).span.end);
  return { heading, head, span: whole, blocks: blocks.slice(from, to) };
}
