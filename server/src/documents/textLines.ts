import { SPACE } from '../base/characters.js';
import { type Span, span } from '../markdown/span.js';

/** The lines of a stretch of text, line breaks (`\n`, `\r\n`, lone `\r`) not included; an empty stretch is one empty line. */
export function textLines(text: string, within: Span): Span[] {
  const slice = text.slice(within.start, within.end);
  // Most stretches are one line.
  if (!slice.includes('\n') && !slice.includes('\r')) return [within];
  const lines: Span[] = [];
  let start = 0;
  // `test` makes no objects of what it finds.
  for (const lineBreak = /\r\n?|\n/g; lineBreak.test(slice); start = lineBreak.lastIndex) {
    const next = lineBreak.lastIndex;
    const length = next > 1 && slice.charCodeAt(next - 2) === 13 && slice.charCodeAt(next - 1) === 10 ? 2 : 1;
    lines.push({ start: within.start + start, end: within.start + next - length });
  }
  lines.push({ start: within.start + start, end: within.end });
  return lines;
}

/** The stretch without the spaces at its ends; a space one shrinks to an empty span at its start. */
export function trimmedSpan(text: string, within: Span): Span {
  const { start, end } = within;
  // Most stretches have none, and these two characters cost less than three copies.
  if (start < end) {
    const first = text.charCodeAt(start);
    const last = text.charCodeAt(end - 1);
    if (first > SPACE && first < otherBlanks && last > SPACE && last < otherBlanks) return within;
    if (isInk(first) && isInk(last)) return within;
  }
  const slice = text.slice(start, end);
  const left = slice.length - slice.trimStart().length;
  const length = slice.trim().length;
  return length === 0 ? span(start, start) : span(start + left, start + left + length);
}

/** Where what is a blank for `trim`, too, begins behind ASCII. */
const otherBlanks = 0xa0;

/** Whether a UTF-16 code unit is surely no blank for `trim`; what lies between these ranges is left to `trim` itself. */
function isInk(unit: number): boolean {
  return (unit > SPACE && unit < otherBlanks) || (unit > 0x3000 && unit < 0xfeff);
}
