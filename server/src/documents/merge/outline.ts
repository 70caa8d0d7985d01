import { canAppend } from '../../markdown/append.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import type { MergeParts } from '../defineDocumentKind.js';
import { areInOrder, type Cut, cutText } from './cut.js';
import type { Outline } from './unit.js';

/**
 * A document as units.
 *
 * @returns undefined if its lines cannot be told apart for certain: what is written below its last line would not stand for
 *   itself, or two units share a line.
 */
export function outlineOf({ cuts: cutsOf }: MergeParts, text: string): Outline | undefined {
  const blocks = scanBlocks(text);
  if (!canAppend({ blocks, text })) return undefined;
  const all: readonly Cut[] = [{ at: 0, kind: 'prose', depth: 1 }, ...cutsOf(text, blocks)];
  // Prose that has no lines: what follows begins where it would.
  const cuts = all.filter(({ kind: of, at }, index) => of !== 'prose' || at !== (all[index + 1]?.at ?? text.length));
  if (!areInOrder(text, cuts)) return undefined;
  const { members, tail } = cutText(text, cuts);
  return { root: { kind: 'root', name: '', gap: '', text: '', members }, tail };
}
