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

/** A piece of text together with where it stands. */
export interface Located<T = string> {
  readonly value: T;
  readonly span: Span;
}

export const span = (start: number, end: number): Span => ({ start, end });
