import type { Span } from '../markdown/span.js';

/** What is written between two pieces of code for people only, with its delimiters. */
export interface Comment extends Span {
  /** How many line ends are between it and what is before it. */
  readonly breaks: number;
}

/** A piece of code. `sign` is a single character; `end` is behind the last piece. */
export interface Token extends Span {
  readonly kind: 'word' | 'string' | 'sign' | 'end';
  /** How many line ends are between it and what is before it, comments included. */
  readonly breaks: number;
  /** What a string holds, without quotes and prefix; for others the token itself. */
  readonly inner: Span;
  /** The comments since the token before. */
  readonly comments: readonly Comment[];
}

/** A text as a compiler sees it: what is code, what is a string, what is a comment. */
export interface Tokens {
  readonly text: string;
  /** In document order; the last one is the only one of kind `end`. */
  readonly all: readonly Token[];
  /** The token at an index; the end for any index outside. */
  at(index: number): Token;
  /** Whether the token is code (no string) that reads so. */
  is(index: number, code: string): boolean;
  /** From the start of a token to the end of another one behind it, or of itself. */
  span(first: number, last?: number): Span;
  /** What the token reads; empty for the end. */
  read(index: number): string;
  /** For an opening bracket the index of its closing one, or of what ends it otherwise; undefined for any other token. */
  closing(index: number): number | undefined;
  /** The index right behind a token, or behind the bracket that it opens. */
  past(index: number): number;
}

/** What is at a place, where it is neither word nor sign. */
export interface Piece {
  readonly kind: 'string' | 'comment' | 'nothing';
  /** Behind its last character; always behind where it began. */
  readonly end: number;
  readonly inner?: Span;
}

/**
 * Recognises a string or a comment that begins at `at`.
 *
 * @param previous the token before, as some languages tell a division from a regular expression by it only.
 */
export type PieceAt = (text: string, at: number, previous: Token | undefined, memory: ScanMemory) => Piece | undefined;

/** What a scan remembers from place to place, so that nothing is looked for twice. */
export interface ScanMemory {
  /** By quote: up to where it is known to have no closing one. */
  readonly unclosed: Map<string, number>;
  /** The terminators of the here documents that begin at the next line. */
  readonly hereDocuments: string[];
  /** Where lines of a here document may end, by their trimmed text; made when first asked for. */
  lines?: ReadonlyMap<string, readonly Span[]>;
}

const noComments: readonly Comment[] = [];

/** Takes a text apart. Linear in the text for any text, however broken. */
export function scanTokens(text: string, pieceAt: PieceAt): Tokens {
  const all = scan(text, pieceAt);
  const last = all.length - 1;
  const end = all[last] ?? endAt(text.length, 0, noComments);
  const closings = matchBrackets(text, all);
  const at = (index: number): Token => all[index] ?? end;
  const closing = (index: number): number | undefined => closings.get(index);
  return {
    text,
    all,
    at,
    is: (index, code) => {
      const token = at(index);
      return token.kind !== 'string' && token.end - token.start === code.length && text.startsWith(code, token.start);
    },
    span: (first, last = first) => ({ start: at(first).start, end: at(last).end }),
    read: (index) => text.slice(at(index).start, at(index).end),
    closing,
    past: (index) => (closing(index) ?? index) + 1,
  };
}

function scan(text: string, pieceAt: PieceAt): Token[] {
  const memory: ScanMemory = { unclosed: new Map(), hereDocuments: [] };
  const tokens: Token[] = [];
  let previous: Token | undefined;
  let comments: Comment[] | undefined;
  let breaks = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const add = (kind: Token['kind'], end: number, inner?: Span): void => {
    previous = { kind, start: at, end, breaks, inner: inner ?? { start: at, end }, comments: comments ?? noComments };
    tokens.push(previous);
    comments = undefined;
    breaks = 0;
    at = end;
  };
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) {
      if (unit === 13 && text.charCodeAt(at + 1) === 10) at++;
      breaks++;
      at++;
      if (memory.hereDocuments.length > 0) at = pastHereDocuments(text, at, memory);
      continue;
    }
    if (unit === 32 || unit === 9 || unit === 12 || unit === 11 || unit === 0xa0 || unit === 0xfeff) {
      at++;
      continue;
    }
    const piece = pieceAt(text, at, previous, memory);
    if (piece?.kind === 'string') add('string', piece.end, piece.inner);
    else if (piece?.kind === 'comment') {
      (comments ??= []).push({ start: at, end: piece.end, breaks });
      breaks = 0;
      at = piece.end;
    } else if (piece) at = piece.end;
    else if (isWordUnit(unit)) {
      let end = at + 1;
      while (end < text.length && isWordUnit(text.charCodeAt(end))) end++;
      add('word', end);
    } else add('sign', at + 1);
  }
  tokens.push(endAt(text.length, breaks, comments ?? noComments));
  return tokens;
}

function endAt(offset: number, breaks: number, comments: readonly Comment[]): Token {
  const nothing = { start: offset, end: offset };
  return { kind: 'end', ...nothing, breaks, inner: nothing, comments };
}

/** Letters, digits, `_`, `$` and all that is not ASCII. */
export function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95 ||
    unit === 36 ||
    (unit >= 128 && unit !== 0xa0 && unit !== 0xfeff)
  );
}

/**
 * Pairs the brackets. What is missing or too much does no harm beyond the next curly bracket: those close all that is open
 * within them, and nothing else closes those.
 */
function matchBrackets(text: string, tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: { readonly index: number; readonly close: number }[] = [];
  /** How many of each closing bracket are waited for, within the innermost curly brackets; curly ones in all. */
  let waited = { round: 0, square: 0 };
  const outer: (typeof waited)[] = [];
  const closeUpTo = (close: number, index: number): void => {
    for (let top = open.pop(); top; top = open.pop()) {
      closings.set(top.index, index);
      if (top.close === close) return;
      if (top.close === 41) waited.round--;
      else waited.square--;
    }
  };
  tokens.forEach((token, index) => {
    if (token.kind !== 'sign') return;
    switch (text.charCodeAt(token.start)) {
      case 40:
        open.push({ index, close: 41 });
        waited.round++;
        break;
      case 91:
        open.push({ index, close: 93 });
        waited.square++;
        break;
      case 123:
        open.push({ index, close: 125 });
        outer.push(waited);
        waited = { round: 0, square: 0 };
        break;
      case 41:
        if (waited.round === 0) break;
        closeUpTo(41, index);
        waited.round--;
        break;
      case 93:
        if (waited.square === 0) break;
        closeUpTo(93, index);
        waited.square--;
        break;
      case 125: {
        if (outer.length === 0) break;
        closeUpTo(125, index);
        waited = outer.pop() ?? waited;
      }
    }
  });
  for (const { index } of open) closings.set(index, tokens.length - 1);
  return closings;
}

/** Behind the here documents whose text begins at `at`; one that does not end is none. */
function pastHereDocuments(text: string, at: number, memory: ScanMemory): number {
  let from = at;
  memory.lines ??= linesByText(text);
  for (const terminator of memory.hereDocuments.splice(0)) {
    const line = firstFrom(memory.lines.get(terminator) ?? [], from);
    if (line) from = line.end;
  }
  return from;
}

function linesByText(text: string): Map<string, Span[]> {
  const lines = new Map<string, Span[]>();
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const trimmed = match[0].trim();
    // Longer ones end no here document that anybody writes.
    if (trimmed.length > 100) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    const list = lines.get(trimmed);
    if (list) list.push(place);
    else lines.set(trimmed, [place]);
  }
  return lines;
}

function firstFrom(lines: readonly Span[], from: number): Span | undefined {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return lines[low];
}
