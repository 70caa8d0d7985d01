import { BYTE_ORDER_MARK, SPACE, TAB } from '../base/characters.js';

/**
 * Walks a text line by line, and within a line over indentation, counting columns as CommonMark does: a tab reaches to the
 * next multiple of four. One cursor serves a whole text, so that a line costs no allocation.
 */
export class LineCursor {
  readonly text: string;
  /** Offset of the line's first character. */
  start = 0;
  /** Offset of the line's end, line break not included. */
  end = 0;
  /** Offset of the next line's first character; past the text where there is no next line. */
  next: number;
  /** The column reached; it can lie inside a tab of which a container took a part. */
  column = 0;
  /** Offset of the first character from `column` on that is neither space nor tab; `end` on a space rest. */
  at = 0;
  /** The column of `at`. */
  atColumn = 0;
  readonly hasCarriageReturns: boolean;
  // Where the nearest are, in a text that has both: each is searched for once.
  private lineFeed = -1;
  private carriageReturn = -1;

  constructor(text: string) {
    this.text = text;
    this.next = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    this.hasCarriageReturns = text.includes('\r');
  }

  /** Moves to the next line; false if there is none. An empty rest after the last line break is not a line. */
  nextLine(): boolean {
    const { text, next: start } = this;
    if (start >= text.length) return false;
    this.start = start;
    this.column = 0;
    this.at = start;
    this.atColumn = 0;
    if (this.hasCarriageReturns) this.findEnd();
    else {
      const end = text.indexOf('\n', start);
      this.end = end < 0 ? text.length : end;
      this.next = this.end + 1;
    }
    if (start < this.end && text.charCodeAt(start) <= SPACE) this.skipIndentation();
    return true;
  }

  private findEnd(): void {
    const { text, start } = this;
    if (this.lineFeed < start) this.lineFeed = indexFrom(text, '\n', start);
    if (this.carriageReturn < start) this.carriageReturn = indexFrom(text, '\r', start);
    if (this.carriageReturn < this.lineFeed) {
      this.end = this.carriageReturn;
      this.next = this.end + (this.lineFeed === this.end + 1 ? 2 : 1);
    } else {
      this.end = this.lineFeed;
      this.next = this.end + 1;
    }
  }

  /** Whether nothing but spaces and tabs is left on the line. */
  isBlank(): boolean {
    return this.at === this.end;
  }

  /** Columns of indentation left before `at`. */
  get indent(): number {
    return this.atColumn - this.column;
  }

  /** Passes over `columns` columns of indentation; there must be as many. */
  skipColumns(columns: number): void {
    this.column += columns;
  }

  /** Passes over the rest of the indentation and `length` characters that are not tabs, up to what follows them. */
  skipCharacters(length: number): void {
    this.at += length;
    this.atColumn += length;
    this.column = this.atColumn;
    this.skipIndentation();
  }

  private skipIndentation(): void {
    const { text, end } = this;
    let { at, atColumn } = this;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit === SPACE) atColumn++;
      else if (unit === TAB) atColumn += 4 - (atColumn & 3);
      else break;
    }
    this.at = at;
    this.atColumn = atColumn;
  }
}

function indexFrom(text: string, needle: string, start: number): number {
  const found = text.indexOf(needle, start);
  return found < 0 ? text.length : found;
}
