import { lineBreakOf } from '../../markdown/lines.js';
import type { Family } from './family.js';
import { join, type Merged, merged } from './marks.js';
import type { Triple } from './unit.js';

/** A unit as it is merged, without the blank lines above it. */
export interface Piece extends Merged {
  readonly triple: Triple;
}

/**
 * Puts units below one another. The blank lines between two are as they were where one was below the other before; else as
 * their kinds want them, so that neither becomes a part of the other. They are never a conflict.
 */
export function joinPieces(pieces: readonly Piece[], { above }: Pick<Family, 'above'>): Merged {
  const present = pieces.filter(({ text }) => text !== '');
  return join(
    present.map(({ triple, text, conflicts }, at) => {
      const before = present[at - 1]?.triple;
      const units = [triple.base, triple.ours, triple.theirs].filter((unit) => unit !== undefined);
      const stoodThere = units.some((unit) => above(unit) === before);
      return { text: (stoodThere ? gapOf(triple) : gapBelow(before, triple, text)) + text, conflicts };
    }),
  );
}

function gapOf({ base, ours, theirs }: Triple): string {
  if (!ours || !theirs) return (ours ?? theirs)?.gap ?? '';
  return merged(base?.gap, ours.gap, theirs.gap) ?? ours.gap;
}

function gapBelow(before: Triple | undefined, triple: Triple, text: string): string {
  const { kind } = triple;
  if (kind === 'row' || (kind === 'task' && before?.kind === 'task')) return '';
  const gap = gapOf(triple);
  // Entries in the old form are items of a list.
  const isItem = kind === 'entry' && before?.kind === 'entry' && /^[ \t]*(?:[-*+]|\d)/u.test(text);
  return gap !== '' || !before || isItem ? gap : lineBreakOf(text);
}
