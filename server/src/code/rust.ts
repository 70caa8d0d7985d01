import type { Span } from '../markdown/span.js';
import { commentsAbove, commentsAtStart, commentsOnGroup, eachLocated, located } from './labels.js';
import type { Language } from './language.js';
import { createNesting, type FoundTests } from './nesting.js';
import { quoted, slashComment } from './pieces.js';
import type { Piece, PieceAt, Tokens } from './tokens.js';

const pieceAt: PieceAt = (text, at, _previous, memory) => {
  switch (text.charCodeAt(at)) {
    case 34:
      return quoted(text, at, '"', '"', memory, { lines: true });
    case 39:
      return characterAt(text, at);
    case 47:
      return slashComment(text, at, true);
    case 98:
    case 99:
    case 114: {
      const prefix = text.startsWith('br', at) || text.startsWith('cr', at) ? 2 : 1;
      const isRaw = text.charCodeAt(at + prefix - 1) === 114;
      let signs = 0;
      while (isRaw && text.charCodeAt(at + prefix + signs) === 35) signs++;
      if (text.charCodeAt(at + prefix + signs) !== 34) return undefined;
      if (!isRaw) return quoted(text, at, '"', '"', memory, { prefix, lines: true });
      const close = `"${'#'.repeat(signs)}`;
      return quoted(text, at, '"', close, memory, { prefix: prefix + signs, escapes: false, lines: true });
    }
    default:
      return undefined;
  }
};

/** `'a'` and `'\n'`; `'a` alone is a lifetime. */
function characterAt(text: string, at: number): Piece | undefined {
  const isEscaped = text.charCodeAt(at + 1) === 92;
  const longest = at + (isEscaped ? 12 : 3);
  for (let end = at + (isEscaped ? 3 : 2); end <= longest; end++)
    if (text.charCodeAt(end) === 39) return { kind: 'string', end: end + 1, inner: { start: at + 1, end } };
  return undefined;
}

interface Attributes {
  readonly spans: Span[];
  /** Where comments may be above the item: at its first token, and behind each attribute. */
  readonly starts: number[];
  test: boolean;
  ignored: boolean;
}

/** Functions with an attribute that makes a test of them, in the modules they are in. */
export const rust: Language = {
  pieceAt,
  findTests: (tokens): FoundTests => {
    const nesting = createNesting();
    const last = tokens.all.length - 1;
    let ownsFirst = false;
    let item: Attributes | undefined;
    for (let index = 0; index < last;) {
      nesting.arriveAt(index);
      const attributeEnd = tokens.is(index, '#') && tokens.is(index + 1, '[') ? tokens.past(index + 1) : undefined;
      if (attributeEnd !== undefined) {
        item ??= { spans: [], starts: [index], test: false, ignored: false };
        item.spans.push(tokens.span(index, attributeEnd - 1));
        item.starts.push(attributeEnd);
        const name = lastSegment(tokens, index + 2);
        if (isTest(name)) item.test = true;
        if (name === 'ignore') item.ignored = true;
        index = attributeEnd;
        continue;
      }
      const isModule = tokens.is(index, 'mod') && tokens.is(index + 2, '{');
      const isFunction = tokens.is(index, 'fn') && tokens.at(index + 1).kind === 'word';
      if (!isModule && !isFunction) {
        if (endsItem(tokens, index)) item = undefined;
        // What macros and implementations hold is read as if it were here.
        index = tokens.is(index, '{') ? index + 1 : tokens.past(index);
        continue;
      }
      const of = item ?? { spans: [], starts: [], test: false, ignored: false };
      item = undefined;
      const starts = of.starts.length > 0 ? of.starts : [firstWord(tokens, index)];
      const above = starts.flatMap((start) => commentsAbove(tokens, start));
      const open = isModule ? index + 2 : bodyOf(tokens, index + 2, last);
      const close = open === undefined ? index + 1 : (tokens.closing(open) ?? open);
      const body =
        open === undefined ? [] : isModule ? commentsOnGroup(tokens, open + 1) : commentsAtStart(tokens, open + 1);
      const labels = eachLocated(tokens.text, [...above, ...of.spans, ...body]);
      const name = located(tokens.text, tokens.at(index + 1));
      const begins = starts[0] ?? index;
      if (begins === 0 && (isModule || of.test)) ownsFirst = true;
      if (isModule) {
        nesting.enter(close, { name, labels }, of.ignored);
        index += 3;
        continue;
      }
      const start = Math.min(above[0]?.start ?? Infinity, tokens.at(begins).start);
      if (of.test) nesting.add({ name, labels, span: { start, end: tokens.at(close).end }, skipped: of.ignored });
      index = close + 1;
    }
    return { tests: nesting.tests, labels: [], ownsFirst };
  },
};

/** `test`, `tokio::test`, `rstest`, `test_case(...)`, `wasm_bindgen_test`; not `cfg(test)`. */
function isTest(name: string): boolean {
  return (
    name === 'test' || name === 'rstest' || name === 'test_case' || name.endsWith('_test') || name === 'quickcheck'
  );
}

/** The attribute's name without its path. */
function lastSegment(tokens: Tokens, index: number): string {
  let at = index;
  while (tokens.is(at + 1, ':') && tokens.is(at + 2, ':') && tokens.at(at + 3).kind === 'word') at += 3;
  return tokens.read(at);
}

function endsItem(tokens: Tokens, index: number): boolean {
  return tokens.is(index, ';') || tokens.is(index, '}') || tokens.is(index, '{');
}

/** The first word of a function or module: `pub async unsafe fn`. */
function firstWord(tokens: Tokens, index: number): number {
  let first = index;
  while (first > 0 && ['pub', 'async', 'unsafe', 'const', 'extern'].includes(tokens.read(first - 1))) first--;
  return first;
}

function bodyOf(tokens: Tokens, from: number, last: number): number | undefined {
  for (let at = from; at < last; at = tokens.past(at)) {
    if (tokens.is(at, '{')) return at;
    if (tokens.is(at, ';')) return undefined;
  }
  return undefined;
}
