import type { Piece, ScanMemory } from './tokens.js';

/**
 * The strings and comments that languages have in common. Each function is asked where one begins and says where it ends; what
 * is not closed is looked for once per line, so that a line of quotes costs no more than its length.
 */

/** A comment from `at` to the end of its line. */
export function lineComment(text: string, at: number): Piece {
  return { kind: 'comment', end: lineEnd(text, at) };
}

/** Nothing from `at` to the end of its line: a preprocessor's line. */
export function ignoredLine(text: string, at: number): Piece {
  return { kind: 'nothing', end: Math.max(at + 1, lineEnd(text, at)) };
}

/** A comment between delimiters; one that is not closed goes to the end of the text. @param nested whether it may hold others. */
export function blockComment(text: string, at: number, open: string, close: string, nested = false): Piece {
  if (!nested) {
    const closed = text.indexOf(close, at + open.length);
    return { kind: 'comment', end: closed < 0 ? text.length : closed + close.length };
  }
  let depth = 1;
  let from = at + open.length;
  while (from < text.length) {
    if (text.startsWith(close, from)) {
      from += close.length;
      if (--depth === 0) return { kind: 'comment', end: from };
    } else if (text.startsWith(open, from)) {
      from += open.length;
      depth++;
    } else from++;
  }
  return { kind: 'comment', end: text.length };
}

/** A comment of C's kind, of a line or between delimiters, where one begins. @param nested whether it may hold others. */
export function slashComment(text: string, at: number, nested = false): Piece | undefined {
  if (text.startsWith('//', at)) return lineComment(text, at);
  return text.startsWith('/*', at) ? blockComment(text, at, '/*', '*/', nested) : undefined;
}

export interface QuotedOptions {
  /** How many characters are before the quote: `r`, `@`, `br`. */
  readonly prefix?: number;
  /** Whether a backslash takes the next character along; it does where it is left out. */
  readonly escapes?: boolean;
  /** Whether it may hold line ends. */
  readonly lines?: boolean;
  /** Whether the quote, doubled, stands for itself. */
  readonly doubled?: boolean;
  /** What begins code within the string, up to a `}`: `${`, `#{`, `{`. */
  readonly hole?: string;
}

/**
 * A string that begins at `at` with its prefix and ends with `quote`.
 *
 * @returns undefined if it is not closed on its line; one that may hold line ends goes to the end of the text then.
 */
export function quoted(
  text: string,
  at: number,
  open: string,
  quote: string,
  memory: ScanMemory,
  options: QuotedOptions = {},
): Piece | undefined {
  const start = at + (options.prefix ?? 0) + open.length;
  const key = `${options.hole ?? ''} ${open}`;
  if ((memory.unclosed.get(key) ?? -1) > at) return undefined;
  const found = findClosing(text, start, quote, options, 0);
  if (found.closed) return { kind: 'string', end: found.end + quote.length, inner: { start, end: found.end } };
  if (options.lines)
    return { kind: 'string', end: text.length, inner: { start: Math.min(start, text.length), end: text.length } };
  memory.unclosed.set(key, found.end);
  return undefined;
}

/** Deeper strings within strings are read as text. */
const deepestHole = 20;

/** Where the string ends, or the line (or text) without its end. */
function findClosing(
  text: string,
  start: number,
  quote: string,
  options: QuotedOptions,
  depth: number,
): { readonly end: number; readonly closed: boolean } {
  const { escapes = true, lines = false, doubled = false, hole } = options;
  const first = quote.charCodeAt(0);
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === first && text.startsWith(quote, at)) {
      if (!doubled || !text.startsWith(quote, at + quote.length)) return { end: at, closed: true };
      at += 2 * quote.length;
    } else if (unit === 92 && escapes) at += 2;
    else if (!lines && (unit === 10 || unit === 13)) return { end: at, closed: false };
    else if (hole !== undefined && unit === hole.charCodeAt(0) && text.startsWith(hole, at)) {
      if (hole === '{' && text.startsWith('{{', at)) at += 2;
      else at = pastHole(text, at + hole.length, options, depth);
    } else at++;
  }
  return { end: text.length, closed: false };
}

/** Behind the `}` that ends the code in a string, at the end of its line where that is the string's end, or of the text. */
function pastHole(text: string, start: number, options: QuotedOptions, depth: number): number {
  let open = 1;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === 123) open++;
    else if (unit === 125 && --open === 0) return at + 1;
    else if (!options.lines && (unit === 10 || unit === 13)) return at;
    else if (depth < deepestHole && (unit === 34 || unit === 39 || unit === 96)) {
      const quote = text.charAt(at);
      const inner = quote === '`' ? options : {};
      const found = findClosing(text, at + 1, quote, inner, depth + 1);
      // A lone quote, as in a comment, is none.
      at = found.closed ? found.end + 1 : Math.max(found.end, at + 1);
      continue;
    }
    at++;
  }
  return text.length;
}

/** The end of the line that `at` is in, before its line end. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit === 10 || unit === 13) break;
    end++;
  }
  return end;
}
