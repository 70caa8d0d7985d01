import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  GREATER_THAN,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LESS_THAN,
  QUOTATION_MARK,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  SPACE,
  isBlank,
  skipBlanks,
} from '../base/characters.js';

/**
 * The lines of a paragraph as offsets, two per line: where its text starts behind the indentation and the markers of
 * containers, and where it ends, line break not included.
 */
type ParagraphLines = readonly number[];

interface Place {
  /** Index of the line, from 0. */
  readonly line: number;
  readonly at: number;
}

const LABEL_LIMIT = 999;

/**
 * The number of lines that the link reference definition (CommonMark 4.7) at the start of line `first` takes up; 0 where
 * there is none.
 */
export function linkDefinitionLines(text: string, lines: ParagraphLines, first: number): number {
  const label = labelEnd(text, lines, first);
  if (label === undefined || label.at >= lineEnd(lines, label.line) || text.charCodeAt(label.at) !== COLON) return 0;
  const destination = skipWhitespace(text, lines, { line: label.line, at: label.at + 1 });
  const destinationEnd = linkDestinationEnd(text, destination.at, lineEnd(lines, destination.line));
  if (destinationEnd < 0) return 0;
  const behind = { line: destination.line, at: destinationEnd };
  const title = skipWhitespace(text, lines, behind);
  if (title.at > destinationEnd || title.line > behind.line) {
    const titleEnd = linkTitleEnd(text, lines, title);
    if (titleEnd !== undefined && restIsBlank(text, lines, titleEnd)) return titleEnd.line + 1 - first;
  }
  return restIsBlank(text, lines, behind) ? behind.line + 1 - first : 0;
}

const lineStart = (lines: ParagraphLines, line: number): number => lines[2 * line] ?? 0;
const lineEnd = (lines: ParagraphLines, line: number): number => lines[2 * line + 1] ?? 0;
const lineCount = (lines: ParagraphLines): number => lines.length / 2;

const restIsBlank = (text: string, lines: ParagraphLines, { line, at }: Place): boolean =>
  skipBlanks(text, at, lineEnd(lines, line)) === lineEnd(lines, line);

/** Skips spaces and the line break that they end in; stays at the end of the last line. */
function skipWhitespace(text: string, lines: ParagraphLines, { line, at }: Place): Place {
  const here = skipBlanks(text, at, lineEnd(lines, line));
  if (here < lineEnd(lines, line) || line + 1 >= lineCount(lines)) return { line, at: here };
  return { line: line + 1, at: skipBlanks(text, lineStart(lines, line + 1), lineEnd(lines, line + 1)) };
}

/** The place behind the `]` of the label that starts line `first`. */
function labelEnd(text: string, lines: ParagraphLines, first: number): Place | undefined {
  let size = 0;
  let seen = false;
  for (let line = first; line < lineCount(lines); line++) {
    const end = lineEnd(lines, line);
    for (let at = lineStart(lines, line) + (line === first ? 1 : 0); at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit === RIGHT_BRACKET) return seen ? { line, at: at + 1 } : undefined;
      if (unit === LEFT_BRACKET || ++size > LABEL_LIMIT) return undefined;
      if (!isBlank(unit)) seen = true;
      if (unit === BACKSLASH && at + 1 < end) {
        const escaped = text.charCodeAt(at + 1);
        if (escaped === LEFT_BRACKET || escaped === BACKSLASH || escaped === RIGHT_BRACKET) {
          at++;
          size++;
        }
      }
    }
  }
  return undefined;
}

/** The offset behind a link destination, -1 if there is none at `at`. */
function linkDestinationEnd(text: string, at: number, end: number): number {
  if (at >= end) return -1;
  if (text.charCodeAt(at) === LESS_THAN) {
    for (let offset = at + 1; offset < end; offset++) {
      const unit = text.charCodeAt(offset);
      if (unit === GREATER_THAN) return offset + 1;
      if (unit === LESS_THAN) return -1;
      if (unit === BACKSLASH && isEscapable(text.charCodeAt(offset + 1))) offset++;
    }
    return -1;
  }
  let open = 0;
  let offset = at;
  for (; offset < end; offset++) {
    const unit = text.charCodeAt(offset);
    if (isBlank(unit)) break;
    // A null character stands for U+FFFD (CommonMark 2.3), which is no control character.
    if ((unit < SPACE && unit !== 0) || unit === 127) return -1;
    if (unit === LEFT_PARENTHESIS) open++;
    else if (unit === RIGHT_PARENTHESIS) {
      if (open === 0) return -1;
      open--;
    } else if (unit === BACKSLASH && isEscapable(text.charCodeAt(offset + 1))) offset++;
  }
  return open === 0 && offset > at ? offset : -1;
}

const isEscapable = (unit: number): boolean =>
  unit === BACKSLASH ||
  unit === LESS_THAN ||
  unit === GREATER_THAN ||
  unit === LEFT_PARENTHESIS ||
  unit === RIGHT_PARENTHESIS;

/** The place behind a link title, which may reach over several lines. */
function linkTitleEnd(text: string, lines: ParagraphLines, start: Place): Place | undefined {
  if (start.at >= lineEnd(lines, start.line)) return undefined;
  const opening = text.charCodeAt(start.at);
  if (opening !== QUOTATION_MARK && opening !== APOSTROPHE && opening !== LEFT_PARENTHESIS) return undefined;
  const closing = opening === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : opening;
  for (let line = start.line; line < lineCount(lines); line++) {
    const end = lineEnd(lines, line);
    for (let at = line === start.line ? start.at + 1 : lineStart(lines, line); at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit === closing) return { line, at: at + 1 };
      if (unit === BACKSLASH) at++;
    }
  }
  return undefined;
}
