import type { Block, Heading } from './blocks.js';
import { commonEnds } from '../base/common.js';
import { scanBlocks } from './scanBlocks.js';
import { type Span, span } from './span.js';

/** The blocks of a text that was another one before. */
export interface Rescanned {
  readonly blocks: readonly Block[];
  /** Where text and blocks may differ; all blocks that end before it or begin behind it are the very ones before. */
  readonly rescanned: Span;
}

const mayBeginFrontMatter = /^\uFEFF?(?:---|\+\+\+)/u;

/**
 * The same blocks as `scanBlocks` finds. An ATX heading ends all that is open, so what is from there on reads the same
 * whatever is above it: of the text before are taken over the blocks above the last heading before the edit and, where the
 * edit moves nothing, those from the first heading behind it on.
 */
export function rescanBlocks(
  text: string,
  before: { readonly text: string; readonly blocks: readonly Block[] },
): Rescanned {
  const whole = span(0, text.length);
  // It may end anywhere.
  if (mayBeginFrontMatter.test(text)) return { blocks: scanBlocks(text), rescanned: whole };
  const common = commonEnds(before.text, text);
  const first = before.blocks.findLastIndex(
    (block) => block.span.end < common.before && isAtxHeading(block) && beginsLine(text, block),
  );
  const start = before.blocks[first]?.span.start ?? 0;
  const above = before.blocks.slice(0, Math.max(0, first));
  const next =
    common.by === 0
      ? before.blocks.findIndex(
          (block) => block.span.start > common.behind && isAtxHeading(block) && beginsLine(text, block),
        )
      : -1;
  const heading = before.blocks[next];
  if (heading) {
    // Something that the edit opens, such as a fence, may reach over the heading.
    const between = scanBlocks(text.slice(0, heading.span.end), start);
    const last = between.at(-1);
    if (isAtxHeading(last) && last.span.start === heading.span.start)
      return {
        blocks: [...above, ...between.slice(0, -1), ...before.blocks.slice(next)],
        rescanned: span(start, heading.span.start),
      };
  }
  return { blocks: [...above, ...scanBlocks(text, start)], rescanned: span(start, text.length) };
}

function isAtxHeading(block: Block | undefined): block is Heading {
  return block?.kind === 'heading' && block.style === 'atx';
}

function beginsLine(text: string, { span: { start } }: Block): boolean {
  return /[\r\n]/u.test(text.charAt(start - 1));
}
