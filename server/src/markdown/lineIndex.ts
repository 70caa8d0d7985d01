import type { Position, Range, Span } from './span.js';

/** Converts between offsets and line/character positions of one text. */
export interface LineIndex {
  /** Number of lines; a text that ends in a line break has an empty last line, as in LSP. */
  readonly lineCount: number;
  /** Offset of the first character of a line (0-based), behind a byte order mark; past the last line, the length of the text. */
  lineStart(line: number): number;
  /** The position of an offset; offsets outside the text are clamped to it. */
  positionAt(offset: number): Position;
  /** The offset of a position; characters past the end of a line are clamped to it. */
  offsetAt(position: Position): number;
  rangeOf(span: Span): Range;
}

/**
 * Line ends are `\n`, `\r\n` and lone `\r`, as in LSP and CommonMark. Linear in the text, once per document: at the first
 * question, because most documents get none.
 */
export function createLineIndex(text: string): LineIndex {
  return new TextLineIndex(text);
}

/**
 * A class, as closures would take more time and memory for every document than most documents' questions; `private`, as `#` costs
 * several times as much in code that is not optimized.
 */
class TextLineIndex implements LineIndex {
  private readonly text: string;
  private known: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get lineCount(): number {
    return this.lineStarts().length;
  }

  lineStart(line: number): number {
    return line < 0 ? 0 : (this.lineStarts()[line] ?? this.text.length);
  }

  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineOf(clamped);
    return { line, character: Math.max(0, clamped - this.lineStart(line)) };
  }

  offsetAt({ line, character }: Position): number {
    if (line >= this.lineCount) return this.text.length;
    return Math.min(this.lineStart(line) + Math.max(0, character), this.lineEnd(line));
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  private lineStarts(): readonly number[] {
    return (this.known ??= findLineStarts(this.text));
  }

  private lineOf(offset: number): number {
    let low = 0;
    let high = this.lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStart(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private lineEnd(line: number): number {
    const isLast = line + 1 >= this.lineCount;
    let end = isLast ? this.text.length : this.lineStart(line + 1);
    if (!isLast) {
      end--;
      if (this.text.charCodeAt(end) === 10 && end > this.lineStart(line) && this.text.charCodeAt(end - 1) === 13)
        end--;
    }
    return end;
  }
}

function findLineStarts(text: string): readonly number[] {
  // Editors take the byte order mark away, so what is behind it is character 0.
  const starts: number[] = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  if (text.includes('\r'))
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 10) starts.push(at + 1);
      else if (unit === 13) {
        if (text.charCodeAt(at + 1) === 10) at++;
        starts.push(at + 1);
      }
    }
  // In a process that has just started, the engine's own search is many times faster than a loop.
  else for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
