import type { Located, Span } from '../markdown/span.js';
import { commentsAbove, commentsAtStart, commentsBehind, commentsOnGroup, eachLocated, located } from './labels.js';
import type { Language } from './language.js';
import { createNesting, type FoundTests } from './nesting.js';
import { lineEnd, quoted, slashComment } from './pieces.js';
import { testTables } from './typescriptTables.js';
import type { Piece, PieceAt, ScanMemory, Token, Tokens } from './tokens.js';

/** The words after which a slash begins a regular expression. */
const operators = new Set(
  'return typeof case in of delete void throw new else do await yield instanceof default'.split(' '),
);

const pieceAt: PieceAt = (text, at, previous, memory) => {
  switch (text.charCodeAt(at)) {
    case 34:
      return quoted(text, at, '"', '"', memory);
    case 39:
      return quoted(text, at, "'", "'", memory);
    case 96:
      return quoted(text, at, '`', '`', memory, { lines: true, hole: '${' });
    case 47:
      return (
        slashComment(text, at) ?? (beginsExpression(text, previous) ? regularExpression(text, at, memory) : undefined)
      );
    case 35:
      // A line for the shell.
      return at <= 1 && text.startsWith('#!', at) ? { kind: 'nothing', end: lineEnd(text, at) } : undefined;
    default:
      return undefined;
  }
};

function beginsExpression(text: string, previous: Token | undefined): boolean {
  if (!previous) return true;
  // `</` closes an element of JSX.
  if (previous.kind === 'sign') return !')]}<'.includes(text.charAt(previous.start));
  return previous.kind === 'word' && operators.has(text.slice(previous.start, previous.end));
}

function regularExpression(text: string, at: number, memory: ScanMemory): Piece | undefined {
  if ((memory.unclosed.get('/') ?? -1) > at) return undefined;
  let inClass = false;
  let end = at + 1;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit === 10 || unit === 13) break;
    if (unit === 92) end++;
    else if (unit === 91) inClass = true;
    else if (unit === 93) inClass = false;
    else if (unit === 47 && !inClass) return { kind: 'string', end: end + 1, inner: { start: at + 1, end } };
  }
  memory.unclosed.set('/', end);
  return undefined;
}

const suiteWords = new Set(['describe', 'suite', 'context', 'xdescribe', 'xcontext', 'fdescribe', 'fcontext']);
const testWords = new Set(['it', 'test', 'specify', 'xit', 'xtest', 'xspecify', 'fit', 'ftest']);
/** Words behind `test.` that make a group of it. */
const suiteModifiers = new Set(['describe', 'suite', 'module']);
const modifiers = new Set(
  (
    'only skip todo each for concurrent sequential serial parallel failing fails fixme skipIf runIf shuffle if todoIf ' +
    'fail slow'
  )
    .split(' ')
    .concat([...suiteModifiers, ...testWords]),
);
const skippingModifiers = new Set(['skip', 'todo', 'fixme']);

/** More words, tables and calls between `test` and its title are none of a test. */
const longestCallee = 8;
/** A longer test is not written on one line. */
const longestLine = 400;

/** The beginning of a call that makes a test or a group of tests. */
interface Call {
  readonly kind: 'suite' | 'test';
  readonly skipped: boolean;
  /** The bracket before the title. */
  readonly open: number;
  /** What `each` is called with. */
  readonly each?: { readonly from: number; readonly to: number };
  /** Whether it is called of something: `t.test`. */
  readonly isMember: boolean;
}

/** Vitest, Jest, Mocha, Jasmine, node:test, Playwright, AVA, Deno and Bun, which all call a function with title and body. */
export const typescript: Language = {
  pieceAt,
  findTests: (tokens): FoundTests => {
    const nesting = createNesting();
    const tables = testTables(tokens);
    let ownsFirst = false;
    for (let index = 0; index < tokens.all.length; index++) {
      nesting.arriveAt(index);
      const call = callAt(tokens, index);
      if (!call) continue;
      const close = tokens.closing(call.open) ?? tokens.all.length - 1;
      const title = titleOf(tokens, call.open, close);
      if (!title) continue;
      const { rows, areWhole } = tables.titles({ from: call.open + 1, to: title.end }, call.each);
      if (call.isMember && rows.length === 0 && tokens.at(call.open + 1).kind !== 'string') continue;
      const first = beginningOf(tokens, index);
      if (first === 0) ownsFirst = true;
      const above = commentsAbove(tokens, first);
      const body = bodyOf(tokens, title.end + 1, close);
      const options = optionsOf(tokens, title.end);
      const skipped = call.skipped || title.alone || (options !== undefined && isSkipping(tokens, options));
      // Only a block has comments of its own.
      const block = body !== undefined && tokens.is(body - 1, '{') ? body : undefined;
      const onGroup = block === undefined ? [] : commentsOnGroup(tokens, block);
      const behind = isOneLine(tokens, first, close) ? commentsBehind(tokens, pastSemicolon(tokens, close)) : [];
      const name = located(tokens.text, title.span);
      const tags = options === undefined ? [] : [tokens.span(options, tokens.closing(options))];
      const labelsWith = (own: readonly Span[]): Located[] =>
        eachLocated(tokens.text, [...above, ...tags, ...own, ...behind]);
      const span = {
        start: above[0]?.start ?? tokens.at(first).start,
        end: Math.max(tokens.at(close).end, name.span.end),
      };
      if (call.kind === 'test') {
        const inside = block === undefined ? [] : commentsAtStart(tokens, block);
        const isByRow = areWhole && rows.length > 0;
        const labels = labelsWith(isByRow ? inside : [...inside, ...rows]);
        const names = isByRow ? rows.map((row) => located(tokens.text, row)) : [name];
        for (const one of names) nesting.add({ name: one, labels, span, skipped });
      }
      // A test may have tests of its own: node:test, tap.
      nesting.enter(close, { name, labels: labelsWith([...onGroup, ...rows]) }, skipped);
      index = title.end - 1;
    }
    return { tests: nesting.tests, labels: [], ownsFirst };
  },
};

function callAt(tokens: Tokens, index: number): Call | undefined {
  if (tokens.at(index).kind !== 'word') return undefined;
  const word = tokens.read(index);
  const member = tokens.is(index - 1, '.');
  if (member ? word !== 'test' : !suiteWords.has(word) && !testWords.has(word)) return undefined;
  let kind: Call['kind'] = suiteWords.has(word) ? 'suite' : 'test';
  let skipped = word.startsWith('x');
  let each: Call['each'];
  let at = index + 1;
  for (let steps = 0; steps < longestCallee; steps++) {
    if (tokens.is(at, '.')) {
      const modifier = tokens.read(at + 1);
      if (!modifiers.has(modifier)) return undefined;
      if (suiteModifiers.has(modifier)) kind = 'suite';
      if (skippingModifiers.has(modifier)) skipped = true;
      at += 2;
    } else if (tokens.at(at).kind === 'string' && tokens.text.charCodeAt(tokens.at(at).start) === 96) {
      // The table of `each`, as a tagged template.
      at++;
    } else if (tokens.is(at, '(')) {
      const past = tokens.past(at);
      // `each([...])('title', ...)`, `skipIf(condition)('title', ...)`.
      const more = tokens.is(past, '(') && tokens.is(past - 1, ')');
      if (!more)
        return member && !isMemberCall(tokens, at)
          ? undefined
          : { kind, skipped, open: at, isMember: member, ...(each ? { each } : {}) };
      if (tokens.is(at - 1, 'each') || tokens.is(at - 1, 'for')) each = { from: at + 1, to: past - 1 };
      at = past;
    } else if (tokens.is(at, '<')) {
      const past = pastTypeArguments(tokens, at);
      if (past === undefined) return undefined;
      at = past;
    } else return undefined;
  }
  return undefined;
}

/** `t.test('title', ...)`, while `pattern.test('text')` is another thing. */
function isMemberCall(tokens: Tokens, open: number): boolean {
  const isTitle = tokens.at(open + 1).kind === 'string' || tokens.at(open + 1).kind === 'word';
  return isTitle && tokens.is(open + 2, ',');
}

/** Type arguments are short; what looks like more is a comparison. */
const longestTypeArguments = 60;

function pastTypeArguments(tokens: Tokens, open: number): number | undefined {
  let depth = 0;
  let at = open;
  for (let steps = 0; steps < longestTypeArguments && at < tokens.all.length; steps++, at = tokens.past(at)) {
    if (tokens.is(at, '<')) depth++;
    else if (tokens.is(at, '>') && !tokens.is(at - 1, '=') && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The title, with the index of the token behind it; `alone` where there is no body. */
function titleOf(
  tokens: Tokens,
  open: number,
  close: number,
): { readonly span: Span; readonly end: number; readonly alone: boolean } | undefined {
  const first = tokens.at(open + 1);
  const next = tokens.at(open + 2);
  if (first.kind === 'string' && (open + 2 === close || tokens.is(open + 2, ',')))
    return { span: first.inner, end: open + 2, alone: open + 2 === close || open + 3 === close };
  if (first.kind === 'end' || next.kind === 'end') return undefined;
  // Any other expression is a title where a function follows.
  let at = open + 1;
  while (at < close && !tokens.is(at, ',')) at = tokens.past(at);
  if (at >= close || at === open + 1 || bodyOf(tokens, at + 1, close) === undefined) return undefined;
  return { span: tokens.span(open + 1, at - 1), end: at, alone: false };
}

/** The first token in the body of the function among a call's arguments from `from` on: a block or an expression. */
function bodyOf(tokens: Tokens, from: number, close: number): number | undefined {
  for (let at = from; at < close; at = tokens.past(at)) {
    if (tokens.is(at, '=') && tokens.is(at + 1, '>')) return tokens.is(at + 2, '{') ? at + 3 : at + 2;
    if (!tokens.is(at, 'function')) continue;
    while (at < close && !tokens.is(at, '{')) at = tokens.past(at);
    return at < close ? at + 1 : undefined;
  }
  return undefined;
}

/** The object between title and body. */
function optionsOf(tokens: Tokens, comma: number): number | undefined {
  return tokens.is(comma, ',') && tokens.is(comma + 1, '{') ? comma + 1 : undefined;
}

function isSkipping(tokens: Tokens, options: number): boolean {
  const end = tokens.closing(options) ?? options;
  for (let at = options + 1; at < end; at = tokens.past(at))
    if ((tokens.is(at, 'skip') || tokens.is(at, 'todo')) && tokens.is(at + 1, ':') && !tokens.is(at + 2, 'false'))
      return true;
  return false;
}

/** The first token of the statement, as far as it belongs to the call: `await t.test(`. */
function beginningOf(tokens: Tokens, index: number): number {
  let first = index;
  while (tokens.is(first - 1, '.') && tokens.at(first - 2).kind === 'word' && first >= 2) first -= 2;
  while (first > 0 && ['await', 'void', 'return'].includes(tokens.read(first - 1))) first--;
  return first;
}

function isOneLine(tokens: Tokens, first: number, close: number): boolean {
  const from = tokens.at(first).start;
  const { end } = tokens.at(close);
  return end - from <= longestLine && lineEnd(tokens.text.slice(from, end), 0) === end - from;
}

function pastSemicolon(tokens: Tokens, close: number): number {
  return tokens.is(close + 1, ';') || tokens.is(close + 1, ',') ? close + 1 : close;
}
