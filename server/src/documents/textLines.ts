import type { Span } from '../markdown/span.js';

/** The lines of a stretch of text, line breaks (`\n`, `\r\n`, lone `\r`) not included; an empty stretch is one empty line. */
export function textLines(text: string, within: Span): Span[] {
  const lines: Span[] = [];
  let { start } = within;
  for (const { 0: lineBreak, index } of text.slice(within.start, within.end).matchAll(/\r\n?|\n/gu)) {
    lines.push({ start, end: within.start + index });
    start = within.start + index + lineBreak.length;
  }
  lines.push({ start, end: within.end });
  return lines;
}

/** The stretch without the blanks at its ends; a blank one shrinks to an empty span at its start. */
export function trimmedSpan(text: string, { start, end }: Span): Span {
  const slice = text.slice(start, end);
  const left = slice.length - slice.trimStart().length;
  const length = slice.trim().length;
  return length === 0 ? { start, end: start } : { start: start + left, end: start + left + length };
}
