import type { Span } from './span.js';

/** Replaces the text of `span` by `newText`; an empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** Adds a text at an offset. */
export function insertAt(offset: number, newText: string): TextEdit {
  return { span: { start: offset, end: offset }, newText };
}

/**
 * Applies edits that do not overlap to a text. Edits at the same offset are applied in the order given.
 *
 * @throws RangeError if two edits overlap or one is outside the text: the caller chose them, so that is its defect.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.span.start - b.edit.span.start || a.edit.span.end - b.edit.span.end || a.index - b.index);
  let result = '';
  let at = 0;
  for (const { edit } of ordered) {
    if (edit.span.start < at || edit.span.end < edit.span.start || edit.span.end > text.length)
      throw new RangeError(`edit ${edit.span.start}-${edit.span.end} overlaps another or is outside the text`);
    result += text.slice(at, edit.span.start) + edit.newText;
    at = edit.span.end;
  }
  return result + text.slice(at);
}
