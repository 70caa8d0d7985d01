import type { Heading } from './blocks.js';
import { HASH, isBlank, skipBlanks, trimBlanks } from '../base/characters.js';
import { span } from './span.js';

/** The ATX heading (CommonMark 4.2) that is on a line between its indentation and `end`; undefined where there is none. */
export function atxHeading(text: string, at: number, end: number): Heading | undefined {
  let markerEnd = at;
  while (text.charCodeAt(markerEnd) === HASH) markerEnd++;
  const level = levels[markerEnd - at];
  if (level === undefined) return undefined;
  let textStart = skipBlanks(text, markerEnd, end);
  if (textStart === markerEnd && textStart < end) return undefined;
  const last = text.charCodeAt(end - 1);
  let textEnd = last === HASH || isBlank(last) ? atxTextEnd(text, textStart, end) : end;
  if (textEnd === textStart) textStart = textEnd = markerEnd;
  // A literal in a literal takes the engine several times as long.
  const textSpan = span(textStart, textEnd);
  const markerSpan = span(at, markerEnd);
  const whole = span(at, end);
  return {
    kind: 'heading',
    level,
    style: 'atx',
    text: text.slice(textStart, textEnd),
    textSpan,
    markerSpan,
    span: whole,
  };
}

const levels = [undefined, 1, 2, 3, 4, 5, 6] as const;

/** The end of an ATX heading's text, which begins at `start`: spaces and closing hashes at the line's end are left out. */
function atxTextEnd(text: string, start: number, end: number): number {
  const trimmed = trimBlanks(text, start, end);
  let hashes = trimmed;
  while (hashes > start && text.charCodeAt(hashes - 1) === HASH) hashes--;
  if (hashes === start) return start;
  return isBlank(text.charCodeAt(hashes - 1)) ? trimBlanks(text, start, hashes) : trimmed;
}
