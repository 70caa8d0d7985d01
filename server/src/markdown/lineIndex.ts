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
 * question, as nobody asks about most documents.
 */
export function createLineIndex(text: string): LineIndex {
  let known: readonly number[] | undefined;
  const lineStarts = (): readonly number[] => (known ??= findLineStarts(text));
  const lineStart = (line: number): number => (line < 0 ? 0 : (lineStarts()[line] ?? text.length));
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = lineStarts().length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lineStart(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const positionAt = (offset: number): Position => {
    const clamped = Math.max(0, Math.min(offset, text.length));
    const line = lineOf(clamped);
    return { line, character: Math.max(0, clamped - lineStart(line)) };
  };
  const lineEnd = (line: number): number => {
    const isLast = line + 1 >= lineStarts().length;
    let end = isLast ? text.length : lineStart(line + 1);
    if (!isLast) {
      end--;
      if (text.charCodeAt(end) === 10 && end > lineStart(line) && text.charCodeAt(end - 1) === 13) end--;
    }
    return end;
  };
  return {
    get lineCount() {
      return lineStarts().length;
    },
    lineStart,
    positionAt,
    offsetAt: ({ line, character }) =>
      line >= lineStarts().length ? text.length : Math.min(lineStart(line) + Math.max(0, character), lineEnd(line)),
    rangeOf: ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) }),
  };
}

function findLineStarts(text: string): readonly number[] {
  // Editors take the byte order mark away, so what stands behind it is character 0.
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
  // In a process that has just begun, the engine's own search is many times faster than a loop.
  else for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
