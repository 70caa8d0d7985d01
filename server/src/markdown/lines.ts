import { type Span, span } from './span.js';

/** The line break a document uses: that of its first line, `\n` if there is none. */
export function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/u.exec(text)?.[0] ?? '\n';
}

/** The offset behind the line break that ends the line `offset` is in, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const breaks = /\r\n|\n|\r/gu;
  breaks.lastIndex = offset;
  const found = breaks.exec(text);
  return found ? found.index + found[0].length : text.length;
}

/** The lines of `part` in whole, their line break and the blank lines below them included: what is removed with it. */
export function linesWithBlanksBelow(text: string, part: Span): Span {
  let start = part.start;
  while (start > 0 && !/[\r\n\uFEFF]/u.test(text.charAt(start - 1))) start--;
  let end = nextLine(text, part.end);
  while (end < text.length) {
    const next = nextLine(text, end);
    if (text.slice(end, next).trim() !== '') break;
    end = next;
  }
  return span(start, end);
}
