/** A stretch of a document's text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a document as LSP counts it: line and UTF-16 character, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A stretch of a document as LSP counts it; `end` exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A piece of text together with where it is. */
export interface Located<T = string> {
  readonly value: T;
  readonly span: Span;
}

export const span = (start: number, end: number): Span => ({ start, end });

/** Whether an offset is in a stretch, its end included: a cursor there still touches it. */
export function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Whether two stretches share a character. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The stretch from where the first of two begins to where the last ends. */
export function hull(one: Span, other: Span): Span {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
