import type { Block, Heading } from '../../markdown/blocks.js';
import { type Board, boardHeadings, type BoardSection } from './board.js';
import { isSectionHeading, sectionKindOf } from './boardSectionHeading.js';
import type { Problem } from '../parsed.js';
import { type KeptEntries, parseEntries } from './parseEntries.js';

/**
 * Reads a sprint board (formats reference, A3) from its blocks. A section ends at the next level-2 heading, as PactKit has it.
 * Never throws; what a board lacks is absent from the model.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 * @param kept entries of an earlier text of which all blocks are taken over, by `headingSpan`.
 */
export function parseBoard(
  text: string,
  blocks: readonly Block[],
  kept?: KeptEntries,
): { readonly board: Board; readonly problems: readonly Problem[] } {
  const starts = blocks.flatMap((block, index) => (isSectionHeading(text, block) ? [{ heading: block, index }] : []));
  const before = blocks.slice(0, starts[0]?.index);
  const title = before.find((block): block is Heading => block.kind === 'heading' && block.level === 1);
  const board: Board = {
    looseEntries: parseEntries(text, before, 'first', kept).entries,
    sections: starts.map(({ heading, index }, place) =>
      parseSection(text, heading, blocks.slice(index + 1, starts[place + 1]?.index), kept),
    ),
    ...(title ? { title } : {}),
  };
  return { board, problems: [] };
}

function parseSection(
  text: string,
  heading: Heading,
  blocks: readonly Block[],
  kept: KeptEntries | undefined,
): BoardSection {
  const kind = sectionKindOf(heading);
  const written = text.slice(heading.span.start, heading.span.end).trimEnd();
  return {
    heading,
    ...(kind ? { kind } : {}),
    exact: kind !== undefined && written === boardHeadings[kind],
    span: { start: heading.span.start, end: blocks.at(-1)?.span.end ?? heading.span.end },
    ...parseEntries(text, blocks, kind === 'done' ? 'everywhere' : 'first', kept),
  };
}
