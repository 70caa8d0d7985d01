import type { Span } from '../markdown/span.js';
import type { Tokens } from './tokens.js';

/** A loop over a table, or what is called for each row of one. */
interface Loop {
  /** The first token of what is done for each row, and the last. */
  readonly first: number;
  readonly last: number;
  /** The tokens that say what it goes over. */
  readonly over: TokenRange;
}

interface TokenRange {
  readonly from: number;
  /** Not in it any more. */
  readonly to: number;
}

/** The tables that a file's tests are made from. */
export interface TestTables {
  /**
   * What the title of a test or suite takes from each row of a table: `$title`, `%s`, `title`, `row.title`.
   *
   * @param title the tokens of the title.
   * @param each the arguments of `each`; undefined for a call in a loop.
   */
  titles(title: TokenRange, each: TokenRange | undefined): TitleRows;
}

/** A text of each row of a table. */
interface TitleRows {
  /** Where they are, without their quotes; none if unknown. */
  readonly rows: readonly Span[];
  /** Whether each is a title, not only a part of one. */
  readonly areWhole: boolean;
}

/** Reads the tables once they are asked for. */
export function testTables(tokens: Tokens): TestTables {
  let loops: readonly Loop[] | undefined;
  return {
    titles: (title, each) => {
      const { key, isWhole: areWhole } = keyOf(tokens, title);
      if (key === undefined) return { rows: [], areWhole };
      const over =
        each ??
        (loops ??= findLoops(tokens)).findLast(({ first, last }) => first <= title.from && title.from <= last)?.over;
      const open = over && tableOf(tokens, over);
      return { rows: open === undefined ? [] : titlesIn(tokens, open, key), areWhole };
    },
  };
}

/** The name of the first value in the title; empty if it has none: `%s`. */
function keyOf(
  tokens: Tokens,
  { from, to }: TokenRange,
): { readonly key: string | undefined; readonly isWhole: boolean } {
  const { kind, inner } = tokens.at(from);
  if (kind === 'string' && to === from + 1) {
    const text = tokens.text.slice(inner.start, inner.end).trim();
    const found = /%s|\$(?:\{\s*)?(?:[\w$]+\.)*([\w$]+)(?:\s*\})?/u.exec(text);
    return { key: found ? (found[1] ?? '') : undefined, isWhole: found?.[0] === text };
  }
  for (let at = from; at < to; at += 2)
    if (tokens.at(at).kind !== 'word' || (at + 1 < to && !tokens.is(at + 1, '.')))
      return { key: undefined, isWhole: false };
  return { key: tokens.read(to - 1), isWhole: true };
}

/** `for (const row of table)`, `table.forEach((row) => …)`, inner ones behind outer ones. */
function findLoops(tokens: Tokens): readonly Loop[] {
  const loops: Loop[] = [];
  for (let at = 0; at < tokens.all.length; at++) {
    if (tokens.is(at, 'for')) {
      const open = tokens.is(at + 1, 'await') ? at + 2 : at + 1;
      const close = tokens.is(open, '(') ? tokens.closing(open) : undefined;
      if (close === undefined) continue;
      let of = open + 1;
      while (of < close && !tokens.is(of, 'of')) of = tokens.past(of);
      if (of >= close) continue;
      const last = tokens.is(close + 1, '{') ? (tokens.closing(close + 1) ?? close) : statementEnd(tokens, close + 1);
      loops.push({ first: close + 1, last, over: { from: of + 1, to: close } });
    } else if (/^(?:forEach|map)$/u.test(tokens.read(at)) && tokens.is(at - 1, '.') && tokens.is(at + 1, '(')) {
      const last = tokens.closing(at + 1);
      if (last !== undefined)
        loops.push({ first: at + 2, last, over: { from: receiverOf(tokens, at - 1), to: at - 1 } });
    }
  }
  return loops;
}

/** The last token of a statement that is a call, or another loop. */
function statementEnd(tokens: Tokens, first: number): number {
  let at = first;
  while (at < tokens.all.length && !tokens.is(at, ';') && !tokens.is(at, '}')) at = tokens.past(at);
  return at;
}

/** The first token of what a member is called of: a name, a table that is written out, `Object.entries(table)`. */
function receiverOf(tokens: Tokens, dot: number): number {
  let first = dot - 1;
  if (!tokens.is(first, ')') && !tokens.is(first, ']')) return first;
  while (first > 0 && tokens.closing(first) !== dot - 1) first--;
  return tokens.is(first, '(') && tokens.is(first - 2, '.') ? first - 3 : first;
}

/** The bracket that a table begins with: written out, or that of the constant that is named. */
function tableOf(tokens: Tokens, { from, to }: TokenRange): number | undefined {
  let first = from;
  if (tokens.is(first, 'Object') && tokens.is(first + 3, '(')) first += 4;
  if (tokens.is(first, '[') || tokens.is(first, '{')) return first;
  if (tokens.at(first).kind !== 'word' || first >= to) return undefined;
  const name = tokens.read(first);
  for (let at = 1; at < tokens.all.length; at++) {
    if (tokens.read(at) !== name || !/^(?:const|let|var)$/u.test(tokens.read(at - 1))) continue;
    let equals = at + 1;
    while (equals < tokens.all.length && !tokens.is(equals, '=') && !tokens.is(equals, ';')) equals++;
    const open = equals + 1;
    return tokens.is(open, '[') || tokens.is(open, '{') ? open : undefined;
  }
  return undefined;
}

/** The title of each row; none if one row has none. */
function titlesIn(tokens: Tokens, open: number, key: string): readonly Span[] {
  const close = tokens.closing(open);
  if (close === undefined) return [];
  const found: Span[] = [];
  const isMap = tokens.is(open, '{');
  for (let at = open + 1; at < close; at = tokens.past(at)) {
    if (tokens.is(at, ',')) continue;
    const token = tokens.at(at);
    if (isMap) {
      if (token.kind === 'string' && tokens.is(at + 1, ':')) found.push(token.inner);
      continue;
    }
    const title = token.kind === 'string' ? at : titleInRow(tokens, at, key);
    if (title === undefined) return [];
    found.push(tokens.at(title).inner);
  }
  return found;
}

/** The text under a key, or the first one of a list. */
function titleInRow(tokens: Tokens, open: number, key: string): number | undefined {
  const close = tokens.closing(open);
  if (close === undefined) return undefined;
  for (let at = open + 1; at < close; at = tokens.past(at)) {
    if (tokens.at(at).kind !== 'string') continue;
    if (tokens.is(open, '[')) return at;
    if (tokens.is(at - 1, ':') && tokens.read(at - 2) === key) return at;
  }
  return undefined;
}
