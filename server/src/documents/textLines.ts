import type { Span } from '../markdown/span.js';

/** The lines of a stretch of text, line breaks (`\n`, `\r\n`, lone `\r`) not included; an empty stretch is one empty line. */
export function textLines(text: string, within: Span): Span[] {
  const lines: Span[] = [];
  let start = within.start;
  for (let at = within.start; at < within.end; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 10 && unit !== 13) continue;
    lines.push({ start, end: at });
    if (unit === 13 && at + 1 < within.end && text.charCodeAt(at + 1) === 10) at++;
    start = at + 1;
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
