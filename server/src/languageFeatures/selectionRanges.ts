import type { AnyDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';
import type { Block } from '../markdown/blocks.js';
import { contains, type Span } from '../markdown/span.js';
import { cursorPlace } from './cursorPlace.js';

/**
 * What a selection grows through, from the innermost to the document: word, cell, line, block (of lists each item),
 * requirement, criterion, scenario or entry, section, document. Each holds the one before.
 */
export function selectionRanges(document: AnyDocument, offset: number): readonly Span[] {
  const { text } = document;
  const { line, blocks } = cursorPlace(document, offset);
  const candidates = [
    wordAt(text, offset),
    ...cellsOf(blocks.at(-1)),
    trimmed(text, line),
    ...blocks.flatMap(spansOfBlock),
    ...partsOf(document),
    { start: 0, end: text.length },
  ].filter((span) => span.end > span.start && contains(span, offset));
  return growing(candidates);
}

/** Those of a set of spans that hold one another, from the smallest on. */
function growing(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const last = found.at(-1);
    if (last && (span.start > last.start || span.end < last.end || span.end - span.start === last.end - last.start))
      continue;
    found.push(span);
  }
  return found;
}

/** Letters, digits and hyphens: an item id is one word. */
function wordAt(text: string, offset: number): Span {
  const isWord = (at: number): boolean => /[\p{L}\p{N}_-]/u.test(text.charAt(at));
  let start = offset;
  while (start > 0 && isWord(start - 1)) start--;
  let end = offset;
  while (end < text.length && isWord(end)) end++;
  return { start, end };
}

function trimmed(text: string, { start, end }: Span): Span {
  const line = text.slice(start, end);
  return { start: start + line.length - line.trimStart().length, end: start + line.trimEnd().length };
}

function cellsOf(block: Block | undefined): readonly Span[] {
  if (block?.kind !== 'table') return [];
  return [block.header, ...block.rows].flatMap(({ span, cells }) => [span, ...cells.map((cell) => cell.span)]);
}

function spansOfBlock(block: Block): readonly Span[] {
  switch (block.kind) {
    case 'heading':
      return [block.textSpan, block.span];
    case 'fence':
      return [block.contentSpan, block.span];
    case 'list':
      return [...block.items.flatMap(({ span, textSpan }) => [textSpan, span]), block.span];
    default:
      return [block.span];
  }
}

function partsOf(document: AnyDocument): readonly Span[] {
  return registeredKinds.get(document.kind).parts?.(document) ?? headingParts(document);
}

function headingParts({ blocks }: AnyDocument): readonly Span[] {
  return blocks.flatMap((block, index) =>
    block.kind === 'heading' ? [{ start: block.span.start, end: endBelow(blocks, index) }] : [],
  );
}

function endBelow(blocks: readonly Block[], index: number): number {
  const heading = blocks[index];
  if (heading?.kind !== 'heading') return 0;
  const next = blocks.findIndex((block, at) => at > index && block.kind === 'heading' && block.level <= heading.level);
  return blocks[(next < 0 ? blocks.length : next) - 1]?.span.end ?? heading.span.end;
}
