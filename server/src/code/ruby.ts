import type { Span } from '../markdown/span.js';
import { beginsLine, indentAt, type IndentedLine, indentedLines } from './indentedLines.js';
import { commentsAbove, commentsAtStart, commentsOnGroup, eachLocated, located } from './labels.js';
import type { Language } from './language.js';
import { createNesting, type FoundTests } from './nesting.js';
import { lineComment, quoted } from './pieces.js';
import { isWordUnit, type Piece, type PieceAt, type ScanMemory, type Token, type Tokens } from './tokens.js';

const pieceAt: PieceAt = (text, at, previous, memory) => {
  switch (text.charCodeAt(at)) {
    case 34:
      return quoted(text, at, '"', '"', memory, { lines: true, hole: '#{' });
    case 39:
      return quoted(text, at, "'", "'", memory, { lines: true });
    case 96:
      return quoted(text, at, '`', '`', memory, { hole: '#{' });
    case 35:
      return lineComment(text, at);
    case 37:
      return percentAt(text, at, previous, memory);
    case 60:
      return hereDocumentAt(text, at, previous, memory);
    case 47:
      return isValue(text, previous, at) ? undefined : quoted(text, at, '/', '/', memory);
    case 61:
      return isLineStart(text, at) && /^=begin(?=\s|$)/u.test(text.slice(at, at + 7)) ? blockAt(text, at) : undefined;
    case 95:
      return isLineStart(text, at) && /^__END__[\r\n]/u.test(text.slice(at, at + 8))
        ? { kind: 'nothing', end: text.length }
        : undefined;
    default:
      return undefined;
  }
};

const isLineStart = (text: string, at: number): boolean =>
  at === 0 || text.charCodeAt(at - 1) === 10 || text.charCodeAt(at - 1) === 13;

/** Whether a value is before, so that `/` divides and `%` takes the rest. */
function isValue(text: string, previous: Token | undefined, at: number): boolean {
  if (!previous) return false;
  if (previous.kind === 'string') return true;
  if (previous.kind === 'sign') return ')]}'.includes(text.charAt(previous.start));
  // `expect x / 2` divides, `match /x/` does not: a division has spaces on both sides or on neither.
  return !(previous.end < at && text.charCodeAt(at + 1) !== 32);
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `%w[a b]`, `%q(text)`, `%(text)`. */
function percentAt(text: string, at: number, previous: Token | undefined, memory: ScanMemory): Piece | undefined {
  const prefix = /[wWiIqQrxs]/u.test(text.charAt(at + 1)) ? 2 : 1;
  const open = text.charAt(at + prefix);
  if (open === '' || isWordUnit(open.charCodeAt(0)) || /\s/u.test(open)) return undefined;
  if (prefix === 1 && (closers[open] === undefined || isValue(text, previous, at))) return undefined;
  return quoted(text, at, open, closers[open] ?? open, memory, { prefix, lines: true });
}

/** `<<~TEXT`: the text begins at the next line. */
function hereDocumentAt(text: string, at: number, previous: Token | undefined, memory: ScanMemory): Piece | undefined {
  const match = /^<<(?<indented>[~-]?)(?<quote>['"`]?)(?<name>[A-Za-z_]\w{0,80})\k<quote>/u.exec(
    text.slice(at, at + 90),
  );
  const { indented, name } = match?.groups ?? {};
  if (!match || name === undefined) return undefined;
  // Without a mark it may as well add to a list.
  if (indented === '' && (isValue(text, previous, at) || !/^[A-Z_]+$/u.test(name))) return undefined;
  memory.hereDocuments.push(name);
  const end = at + match[0].length;
  return { kind: 'string', end, inner: { start: at, end } };
}

/** What follows on its line is a comment, too (https://docs.ruby-lang.org/en/3.4/syntax/comments_rdoc.html). */
const blockEnd = /\n=end(?=\s|$)[^\n]*/gu;

function blockAt(text: string, at: number): Piece {
  blockEnd.lastIndex = at;
  return { kind: 'comment', end: blockEnd.exec(text) ? blockEnd.lastIndex : text.length };
}

const suiteWords = new Set(
  'describe context feature xdescribe xcontext xfeature fdescribe fcontext shared_examples shared_examples_for shared_context'.split(
    ' ',
  ),
);
const testWords = new Set(
  'it specify example scenario test should xit xspecify xexample xscenario fit fspecify fexample fscenario pending skip its'.split(
    ' ',
  ),
);

/** What a line begins: a group of tests, a test, or a function whose lines are none. */
interface Opening {
  readonly kind: 'suite' | 'test';
  readonly name: Span;
  /** What is between the title and the block. */
  readonly tags: readonly Span[];
  /** The first token of the body; undefined if there is none. */
  readonly body: number | undefined;
  readonly skipped: boolean;
}

/** RSpec, minitest and what Rails makes of it. */
export const ruby: Language = {
  pieceAt,
  findTests: (tokens): FoundTests => {
    const nesting = createNesting();
    const lines = indentedLines(tokens, {
      brackets: '([',
      continues: (word) => ['rescue', 'ensure', 'else', 'elsif', 'when', 'in', 'then'].includes(word),
    });
    let ownsFirst = false;
    let inTest = -1;
    for (const line of lines) {
      nesting.arriveAt(line.first);
      if (line.first <= inTest) continue;
      const opening = openingAt(tokens, line);
      if (!opening) continue;
      const end = endOf(tokens, line);
      if (line.first === 0) ownsFirst = true;
      const above = commentsAbove(tokens, line.first);
      const isSuite = opening.kind === 'suite';
      const { body } = opening;
      const inside = body === undefined ? [] : isSuite ? commentsOnGroup(tokens, body) : commentsAtStart(tokens, body);
      const labels = eachLocated(tokens.text, [...above, ...opening.tags, ...inside]);
      const name = located(tokens.text, opening.name);
      if (isSuite) {
        nesting.enter(end, { name, labels }, opening.skipped);
        continue;
      }
      inTest = end;
      const skipped = opening.skipped || (body !== undefined && isSkip(tokens, body));
      const span = { start: above[0]?.start ?? tokens.at(line.first).start, end: tokens.at(end).end };
      nesting.add({ name, labels, span, skipped });
    }
    return { tests: nesting.tests, labels: [], ownsFirst };
  },
};

function openingAt(tokens: Tokens, line: IndentedLine): Opening | undefined {
  const { first } = line;
  const word = tokens.read(first);
  if (word === 'class' || word === 'module') return classAt(tokens, first);
  if (word === 'def') return methodAt(tokens, first);
  const verb = word === 'RSpec' && tokens.is(first + 1, '.') ? first + 2 : first;
  const kind = suiteWords.has(tokens.read(verb)) ? 'suite' : testWords.has(tokens.read(verb)) ? 'test' : undefined;
  return kind === undefined ? undefined : callAt(tokens, verb, kind, line.next);
}

function classAt(tokens: Tokens, first: number): Opening | undefined {
  let last = first + 1;
  if (tokens.at(last).kind !== 'word') return undefined;
  while (tokens.is(last + 1, ':') && tokens.is(last + 2, ':') && tokens.at(last + 3).kind === 'word') last += 3;
  let body = last + 1;
  if (tokens.is(body, '<')) while (tokens.at(body).kind !== 'end' && !beginsLine(tokens, body)) body++;
  const name = tokens.span(first + 1, last);
  return { kind: 'suite', name, tags: [], body, skipped: false };
}

function methodAt(tokens: Tokens, first: number): Opening | undefined {
  const name = first + 1;
  if (!tokens.read(name).startsWith('test_')) return undefined;
  const body = tokens.is(name + 1, '(') ? tokens.past(name + 1) : name + 1;
  return { kind: 'test', name: methodName(tokens, name), tags: [], body, skipped: false };
}

/** `test_empty?` with its mark. */
function methodName(tokens: Tokens, index: number): Span {
  const { start, end } = tokens.at(index);
  const isMarked = tokens.at(index + 1).start === end && (tokens.is(index + 1, '?') || tokens.is(index + 1, '!'));
  return { start, end: isMarked ? end + 1 : end };
}

function callAt(tokens: Tokens, verb: number, kind: Opening['kind'], next: number): Opening | undefined {
  const word = tokens.read(verb);
  const inBrackets = tokens.is(verb + 1, '(') && tokens.at(verb + 1).start === tokens.at(verb).end;
  const from = inBrackets ? verb + 2 : verb + 1;
  const close = inBrackets ? (tokens.closing(verb + 1) ?? next) : next;
  let comma: number | undefined;
  let at = from;
  for (; at < close && !(at > from && beginsLine(tokens, at) && !tokens.is(at - 1, ',')); at = tokens.past(at)) {
    if (!inBrackets && (tokens.is(at, 'do') || (tokens.is(at, '{') && !tokens.is(at - 1, ',')))) break;
    if (tokens.is(at, ',')) comma ??= at;
  }
  const block = inBrackets ? close + 1 : at;
  const hasBlock = tokens.is(block, 'do') || tokens.is(block, '{');
  const titleEnd = comma ?? at;
  const isLone = titleEnd - from === 1 && tokens.at(from).kind === 'string';
  const marked = tokens.text.slice(tokens.at(titleEnd).start, Math.max(tokens.at(titleEnd).start, tokens.at(at).start));
  const tags = comma === undefined || at - 1 <= comma ? [] : [tokens.span(comma + 1, at - 1)];
  const isSkipped =
    word.startsWith('x') ||
    word === 'pending' ||
    word === 'skip' ||
    /(?::(?:skip|pending)\b|\b(?:skip|pending):)/u.test(marked.slice(0, 500));
  const body = hasBlock ? block + 1 : undefined;
  if (titleEnd === from) {
    // `it { is_expected.to be_valid }` is named by its body.
    if (kind === 'suite' || !tokens.is(block, '{') || word === 'test') return undefined;
    const end = (tokens.closing(block) ?? block) - 1;
    if (end <= block) return undefined;
    return {
      kind,
      name: tokens.span(block + 1, end),
      tags,
      body,
      skipped: isSkipped,
    };
  }
  // A test is a title; what looks like one otherwise is a method or a variable of that name.
  if (kind === 'test' && !hasBlock && !isLone) return undefined;
  if (!hasBlock && (kind === 'suite' || word === 'skip' || word === 'pending' || word === 'should')) return undefined;
  const name = isLone ? tokens.at(from).inner : tokens.span(from, titleEnd - 1);
  return { kind, name, tags, body, skipped: isSkipped || !hasBlock };
}

/** The block with the `end` or the bracket that closes it. */
function endOf(tokens: Tokens, line: IndentedLine): number {
  const isCloser = tokens.is(line.next, 'end') || tokens.is(line.next, '}');
  return isCloser && indentAt(tokens.text, tokens.at(line.next).start) === line.indent ? line.next : line.blockEnd;
}

/** `skip` or `skip "later"` as the first statement. */
function isSkip(tokens: Tokens, body: number): boolean {
  return (
    (tokens.is(body, 'skip') || tokens.is(body, 'pending')) && (beginsLine(tokens, body) || tokens.is(body - 1, 'do'))
  );
}
