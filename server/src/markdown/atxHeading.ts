import type { Heading } from './blocks.js';
import { HASH, isBlank, isLetter, skipBlanks, trimBlanks } from '../base/characters.js';
import { runEnd } from './lineClassifier.js';

/** The ATX heading (CommonMark 4.2) that is on a line between its indentation and `end`; undefined where there is none. */
export function atxHeading(text: string, at: number, end: number): Heading | undefined {
  const markerEnd = runEnd(text, HASH, at, end);
  const level = levels[markerEnd - at];
  if (level === undefined || (markerEnd < end && !isBlank(text.charCodeAt(markerEnd)))) return undefined;
  let textStart = skipBlanks(text, markerEnd, end);
  // Most end in a letter.
  let textEnd = isLetter(text.charCodeAt(end - 1)) ? end : atxTextEnd(text, textStart, end);
  if (textEnd === textStart) textStart = textEnd = markerEnd;
  return {
    kind: 'heading',
    level,
    style: 'atx',
    text: text.slice(textStart, textEnd),
    textSpan: { start: textStart, end: textEnd },
    markerSpan: { start: at, end: markerEnd },
    span: { start: at, end },
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
