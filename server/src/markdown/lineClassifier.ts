import {
  ASTERISK,
  BACKSLASH,
  BACKTICK,
  CARET,
  COLON,
  DOT,
  EQUALS,
  HYPHEN,
  LEFT_BRACKET,
  PLUS,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  isBlank,
  isDigit,
  isLetter,
  skipBlanks,
} from '../base/characters.js';

// Each function looks at one line from `at`, the first character after its indentation, to `end`, the line's end, and says
// whether a certain block begins there. They answer with numbers, as they run on every line.

/**
 * Whether the line is surely text: it begins with a letter, a character beyond ASCII, a code span or bold type. A quick look
 * that is right for most lines of text; false says nothing.
 */
export function isPlainText(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (first === ASTERISK) return text.charCodeAt(at + 1) === ASTERISK && isLetter(text.charCodeAt(at + 2));
  if (first === BACKTICK) return text.charCodeAt(at + 1) !== BACKTICK;
  return isLetter(first) || first > 127;
}

/** The level of the setext heading that the line underlines (CommonMark 4.3), 0 where it is no underline. */
export function setextLevel(text: string, at: number, end: number): 0 | 1 | 2 {
  const marker = text.charCodeAt(at);
  if (marker !== EQUALS && marker !== HYPHEN) return 0;
  if (skipBlanks(text, runEnd(text, marker, at, end), end) !== end) return 0;
  return marker === EQUALS ? 1 : 2;
}

/** The number of characters of an opening code fence (CommonMark 4.5), 0 where the line opens none. */
export function openingFenceLength(text: string, at: number, end: number): number {
  const marker = text.charCodeAt(at);
  const after = runEnd(text, marker, at, end);
  if (after - at < 3) return 0;
  if (marker === BACKTICK) {
    for (let offset = after; offset < end; offset++) if (text.charCodeAt(offset) === BACKTICK) return 0;
  }
  return after - at;
}

/** Whether the line closes a code fence of `length` `marker`s. */
export function isClosingFence(text: string, at: number, end: number, marker: number, length: number): boolean {
  const after = runEnd(text, marker, at, end);
  return after - at >= length && skipBlanks(text, after, end) === end;
}

/**
 * How far a thematic break (CommonMark 4.1) of the character at `at` reaches: `end` where the line is one; otherwise the
 * offset of the character that spoils it, or -1 where only the number of markers is too small.
 */
export function thematicBreakReach(text: string, at: number, end: number): number {
  const marker = text.charCodeAt(at);
  let markers = 0;
  for (let offset = at; offset < end; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === marker) markers++;
    else if (!isBlank(unit)) return offset;
  }
  return markers >= 3 ? end : -1;
}

/** The length of a list marker (CommonMark 5.2) that a space or the line's end follows, 0 if there is none. */
export function listMarkerLength(text: string, at: number, end: number): number {
  let after = at;
  const first = text.charCodeAt(at);
  if (first === HYPHEN || first === ASTERISK || first === PLUS) after++;
  else {
    while (after < end && after - at < 10 && isDigit(text.charCodeAt(after))) after++;
    if (after === at || after - at > 9 || after === end) return 0;
    const delimiter = text.charCodeAt(after);
    if (delimiter !== DOT && delimiter !== RIGHT_PARENTHESIS) return 0;
    after++;
  }
  return after === end || isBlank(text.charCodeAt(after)) ? after - at : 0;
}

/** The length of `[^label]:`, the start of a GFM footnote definition, 0 if there is none. */
export function footnoteLabelLength(text: string, at: number, end: number): number {
  if (text.charCodeAt(at + 1) !== CARET) return 0;
  let offset = at + 2;
  for (; offset < end && offset - at <= FOOTNOTE_LABEL_LIMIT; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === RIGHT_BRACKET) {
      const found = offset > at + 2 && offset + 1 < end && text.charCodeAt(offset + 1) === COLON;
      return found ? offset + 2 - at : 0;
    }
    if (unit === LEFT_BRACKET || isBlank(unit)) return 0;
    if (unit === BACKSLASH && offset + 1 < end && isLabelEscape(text.charCodeAt(offset + 1))) offset++;
  }
  return 0;
}

const FOOTNOTE_LABEL_LIMIT = 1000;

const isLabelEscape = (unit: number): boolean => unit === LEFT_BRACKET || unit === BACKSLASH || unit === RIGHT_BRACKET;

/** The end of the run of `marker` that begins at `at`. */
function runEnd(text: string, marker: number, at: number, end: number): number {
  while (at < end && text.charCodeAt(at) === marker) at++;
  return at;
}
