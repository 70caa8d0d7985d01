import type { Block } from '../../markdown/blocks.js';
import { findSpecPath } from '../specPath.js';
import { parseTasks } from './parseTasks.js';

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

/**
 * Where the foot below the last entry of a section begins among its blocks; their number if there is none.
 *
 * @param isLast whether nothing follows in the document.
 */
export function footOf(text: string, own: readonly Block[], isLast: boolean): number {
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
