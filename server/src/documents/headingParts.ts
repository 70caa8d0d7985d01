import type { Block, Heading } from '../markdown/blocks.js';
import type { Span } from '../markdown/span.js';

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
  ends: (heading: Heading, open: Heading) => boolean = ({ level }, open) => level <= open.level,
): readonly HeadingPart<T>[] {
  const parts: HeadingPart<T>[] = [];
  let open: { readonly heading: Heading; readonly head: T; readonly from: number } | undefined;
  const close = (to: number): void => {
    if (!open) return;
    const { heading, head, from } = open;
    const below = blocks.slice(from, to);
    parts.push({
      heading,
      head,
      span: { start: heading.span.start, end: below.at(-1)?.span.end ?? heading.span.end },
      blocks: below,
    });
    open = undefined;
  };
  // Not over `entries()`, which makes two objects of every block.
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block?.kind !== 'heading') continue;
    const head = read(block);
    if (head === undefined && (!open || !ends(block, open.heading))) continue;
    close(index);
    if (head !== undefined) open = { heading: block, head, from: index + 1 };
  }
  close(blocks.length);
  return parts;
}
