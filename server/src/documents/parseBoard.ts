import type { Block, Heading } from '../markdown/blocks.js';
import { type Board, boardHeadings, type BoardSection, type BoardSectionKind } from './board.js';
import type { Problem } from './document.js';
import { readEntryTitle } from './entryTitle.js';
import { parseEntries } from './parseEntries.js';

/**
 * Reads a sprint board (formats reference, A3) from its blocks. A section ends at the next level-2 heading, as PactKit has it.
 * Never throws; what a board lacks is absent from the model.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 */
export function parseBoard(
  text: string,
  blocks: readonly Block[],
): { readonly board: Board; readonly problems: readonly Problem[] } {
  const starts = blocks.flatMap((block, index) => (isSectionHeading(text, block) ? [{ heading: block, index }] : []));
  const before = blocks.slice(0, starts[0]?.index);
  const title = before.find((block): block is Heading => block.kind === 'heading' && block.level === 1);
  const board: Board = {
    ...(title ? { title } : {}),
    looseEntries: parseEntries(text, before, 'first').entries,
    sections: starts.map(({ heading, index }, place) =>
      parseSection(text, heading, blocks.slice(index + 1, starts[place + 1]?.index)),
    ),
  };
  return { board, problems: [] };
}

/** Whether the block is a heading of level 2; that of an entry (`## [STORY-001] …`) is a mistake in the entry's title. */
export function isSectionHeading(text: string, block: Block): block is Heading {
  return block.kind === 'heading' && block.level === 2 && !readEntryTitle(text, block);
}

function parseSection(text: string, heading: Heading, blocks: readonly Block[]): BoardSection {
  const kind = kindOf(heading);
  const written = text.slice(heading.span.start, heading.span.end).trimEnd();
  return {
    heading,
    ...(kind ? { kind } : {}),
    exact: kind !== undefined && written === boardHeadings[kind],
    span: { start: heading.span.start, end: blocks.at(-1)?.span.end ?? heading.span.end },
    ...parseEntries(text, blocks, kind === 'done' ? 'everywhere' : 'first'),
  };
}

const kindsByWords = new Map<string, BoardSectionKind>([
  ['backlog', 'backlog'],
  ['in progress', 'inProgress'],
  ['inprogress', 'inProgress'],
  ['done', 'done'],
]);

function kindOf({ text }: Heading): BoardSectionKind | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return kindsByWords.get(words.join(' '));
}
