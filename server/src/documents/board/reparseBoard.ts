import type { Block } from '../../markdown/blocks.js';
import { rescanBlocks } from '../../markdown/rescanBlocks.js';
import type { DocumentWith } from '../parsed.js';
import type { Board, Entry } from './board.js';
import { parseBoard } from './parseBoard.js';

/**
 * Reads a board of which an earlier text is known: a board has thousands of entries, and an edit concerns one. What is read is
 * what `parseBoard` would read; entries that did not change and did not move are the very ones before.
 */
export function reparseBoard(
  text: string,
  before: DocumentWith<Board>,
): ReturnType<typeof parseBoard> & { readonly blocks: readonly Block[] } {
  const { blocks, rescanned } = rescanBlocks(text, before);
  const kept = new Map<Entry['headingSpan'], Entry>();
  const keep = (entries: readonly Entry[]): void => {
    for (const entry of entries)
      if (entry.span.end < rescanned.start || entry.span.start >= rescanned.end) kept.set(entry.headingSpan, entry);
  };
  keep(before.model.looseEntries);
  for (const { entries } of before.model.sections) keep(entries);
  return { ...parseBoard(text, blocks, kept), blocks };
}
