import type { Span } from './span.js';
import { applyEdits, type TextEdit } from './textEdit.js';

interface Piece {
  /** In the text between the two steps. */
  start: number;
  end: number;
  readonly second: TextEdit[];
}

/**
 * Two steps of edits as one: those that turn a text into what the first make of it and the second of that. Edits that touch
 * one another become one; none overlap.
 *
 * @param first edits of `text` that do not overlap.
 * @param second edits of the text after `first`, in any order, that do not overlap.
 */
export function composeEdits(
  text: string,
  first: readonly TextEdit[],
  second: readonly TextEdit[],
): readonly TextEdit[] {
  const between = applyEdits(text, first);
  const moved: { readonly before: Span; readonly after: Span }[] = [];
  let shift = 0;
  for (const { span, newText } of first.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    const start = span.start + shift;
    moved.push({ before: span, after: { start, end: start + newText.length } });
    shift += newText.length - (span.end - span.start);
  }
  const pieces: Piece[] = [];
  const all = [
    ...moved.map(({ after }) => ({ ...after, second: [] as TextEdit[] })),
    ...second.map((edit) => ({ ...edit.span, second: [edit] })),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  for (const piece of all) {
    const last = pieces.at(-1);
    if (last && piece.start <= last.end) {
      last.end = Math.max(last.end, piece.end);
      last.second.push(...piece.second);
    } else pieces.push(piece);
  }
  const backAt = (offset: number, side: 'start' | 'end'): number => {
    let back = offset;
    for (const { before, after } of moved) {
      if (side === 'start' ? after.start >= offset : after.end > offset) break;
      back = offset - after.end + before.end;
    }
    return back;
  };
  return pieces.map(({ start, end, second: edits }) => ({
    span: { start: backAt(start, 'start'), end: backAt(end, 'end') },
    newText: applyEdits(
      between.slice(start, end),
      edits.map(({ span, newText }) => ({ span: { start: span.start - start, end: span.end - start }, newText })),
    ),
  }));
}
