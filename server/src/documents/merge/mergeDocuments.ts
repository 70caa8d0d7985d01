import { lineBreakOf } from '../../markdown/lines.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import type { MergeParts } from '../defineDocumentKind.js';
import { areAmbiguous, hasAllEntries, hasAllLines } from './doubts.js';
import { frameOf, framed, linesAlone, type TextFrame } from './lines.js';
import { clean, conflictMarker, type MarkOptions, type Merged, merged } from './marks.js';
import { mergeUnits } from './mergeUnits.js';
import { outlineOf } from './outline.js';
import { withSharedFeet } from './sharedFeet.js';
import { bodyOf, entriesOf, type Unit, type UnitKind } from './unit.js';

/** Three versions of a text: what both sides began with, and what each made of it. */
export interface ThreeTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Merges three versions of a document by what is in them: sections, entries, tasks, rows.
 * Unchanged text stays byte for byte. Changes of the same text that differ are marked where they are.
 *
 * @param parts how its kind is merged.
 * @returns undefined if something is doubtful (an id that one version has twice, a fence that is never closed), so that only a
 *   merge line by line is certain to lose nothing.
 */
export function mergeDocuments(parts: MergeParts, texts: ThreeTexts, marks: MarkOptions): Merged | undefined {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return clean(ours);
  if (ours === base) return clean(theirs);

  const frames = [base, ours, theirs].map(frameOf);
  const lineBreak = frames.every((frame) => frame.lineBreak !== undefined) ? '\n' : undefined;
  const lines = [base, ours, theirs].map((text) => linesAlone(text, frameOf(text), lineBreak));
  const [before, one, other] = lines.map((text) => outlineOf(parts, text));
  if (!before || !one || !other) return undefined;
  const [b, o, t] = withSharedFeet([before, one, other]);
  const partsOf = ({ root }: { readonly root: Unit }): readonly Unit[] => [
    ...root.members.filter(({ kind: of }) => of !== 'entry'),
    ...entriesOf(root),
  ];
  if (areAmbiguous(unique, [partsOf(b), partsOf(o), partsOf(t)])) return undefined;

  const { text, conflicts } = mergeUnits(
    { base: b.root, ours: o.root, theirs: t.root },
    {
      mark: conflictMarker(marks, lineBreak ?? lineBreakOf(ours)),
      newer: newerOf(parts, lines[1] ?? '', lines[2] ?? ''),
    },
  );
  if (!hasAllLines(written(b.root), written(o.root), written(t.root), text)) return undefined;
  // With marks in it, a text reads as something else.
  if (conflicts === 0 && !hasAllEntries(b, o, t, outlineOf(parts, text))) return undefined;
  const whole = text + (merged(b.tail, o.tail, t.tail) ?? o.tail);
  return { text: framed(whole, frameFor(frames, lineBreak)), conflicts };
}

const unique: ReadonlySet<UnitKind> = new Set(['section', 'entry', 'snapshot', 'table']);

/** The lines that people wrote. */
function written({ members }: Unit): string {
  return members.map((member) => (member.kind === 'snapshot' ? '' : bodyOf(member))).join('');
}

function newerOf({ generatedAt }: MergeParts, ours: string, theirs: string): 'ours' | 'theirs' | undefined {
  const [one, other] = [ours, theirs].map((text) => generatedAt?.(text, scanBlocks(text)));
  if (one === undefined || other === undefined || Number.isNaN(one) || Number.isNaN(other)) return undefined;
  return one < other ? 'theirs' : 'ours';
}

function frameFor([base, ours, theirs]: readonly TextFrame[], lineBreak: string | undefined): TextFrame {
  const pick = <K extends keyof TextFrame>(key: K, otherwise: TextFrame[K]): TextFrame[K] =>
    ours && theirs ? (merged(base?.[key], ours[key], theirs[key]) ?? ours[key]) : otherwise;
  return {
    byteOrderMark: pick('byteOrderMark', ''),
    lineBreak: lineBreak === undefined ? undefined : pick('lineBreak', lineBreak),
    endsInBreak: pick('endsInBreak', true),
  };
}
