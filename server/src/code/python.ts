import type { Located, Span } from '../markdown/span.js';
import { indentAt, indentedLines, type IndentedLine } from './indentedLines.js';
import { commentsAbove, commentsAtStart, commentsBehind, commentsOnGroup, eachLocated, located } from './labels.js';
import type { Language } from './language.js';
import { createNesting, type FoundTests } from './nesting.js';
import { lineComment, quoted } from './pieces.js';
import type { PieceAt, Tokens } from './tokens.js';

const prefixes = new Set(['r', 'b', 'u', 'f', 't', 'rb', 'br', 'fr', 'rf', 'rt', 'tr']);

const pieceAt: PieceAt = (text, at, _previous, memory) => {
  if (text.charCodeAt(at) === 35) return lineComment(text, at);
  let prefix = 0;
  while (prefix < 3 && !isQuote(text.charCodeAt(at + prefix))) prefix++;
  if (prefix === 3 || (prefix > 0 && !prefixes.has(text.slice(at, at + prefix).toLowerCase()))) return undefined;
  const quote = text.charAt(at + prefix);
  const triple = quote.repeat(3);
  // A raw string keeps its backslashes, but they take the quote behind them along anyway.
  return text.startsWith(triple, at + prefix)
    ? quoted(text, at, triple, triple, memory, { prefix, lines: true })
    : quoted(text, at, quote, quote, memory, { prefix });
};

const isQuote = (unit: number): boolean => unit === 34 || unit === 39;

/** A decorated or undecorated `def` or `class`. */
interface Definition {
  readonly line: IndentedLine;
  readonly name: number;
  /** The first token behind its colon. */
  readonly body: number;
  readonly decorators: readonly Span[];
  /** The comments above it and above and between its decorators. */
  readonly above: readonly Span[];
}

/** pytest's functions and classes, and unittest's methods. */
export const python: Language = {
  pieceAt,
  findTests: (tokens): FoundTests => {
    const nesting = createNesting();
    const lines = indentedLines(tokens, { brackets: '([{' });
    const fileLabels: Located[] = [];
    const docstring = tokens.at(0);
    if (docstring.kind === 'string') {
      fileLabels.push(located(tokens.text, docstring));
      const owned = ['@', 'def', 'class', 'async'].includes(tokens.read(1));
      const behind = owned ? commentsOnGroup(tokens, 1) : commentsAtStart(tokens, 1);
      fileLabels.push(...eachLocated(tokens.text, behind));
    }
    let fileSkipped = false;
    let decorators: IndentedLine[] = [];
    /** Up to which token a function goes whose inner functions are no tests. */
    let inFunction = -1;
    let ownsFirst = false;
    for (const [at, line] of lines.entries()) {
      nesting.arriveAt(line.first);
      if (tokens.is(line.first, '@')) {
        decorators.push(line);
        continue;
      }
      const above = decorators;
      decorators = [];
      if (tokens.is(line.first, 'pytestmark') && line.indent === 0) {
        const mark = markOf(tokens, lines, at);
        fileLabels.push(located(tokens.text, mark));
        fileSkipped ||= isSkip(tokens.text, mark);
      }
      const definition = definitionAt(tokens, line, above, lines[at + 1]);
      if (!definition || line.first <= inFunction) continue;
      const isClass = tokens.is(line.first, 'class');
      const first = above[0]?.first ?? line.first;
      const text = tokens.read(definition.name);
      if (isClass) {
        if (!isTestClass(tokens, definition)) {
          inFunction = line.blockEnd;
          continue;
        }
        const marks = classMarks(tokens, lines, at);
        const labels = [...definition.above, ...definition.decorators, ...aboutClass(tokens, definition), ...marks];
        const skipped = [...definition.decorators, ...marks].some((span) => isSkip(tokens.text, span));
        nesting.enter(
          line.blockEnd,
          {
            name: located(tokens.text, tokens.at(definition.name)),
            labels: eachLocated(tokens.text, labels),
          },
          skipped,
        );
      } else {
        inFunction = line.blockEnd;
        if (!text.startsWith('test') || definition.decorators.some((span) => isFixture(tokens.text, span))) continue;
        const body = aboutFunction(tokens, definition);
        nesting.add({
          name: located(tokens.text, tokens.at(definition.name)),
          labels: eachLocated(tokens.text, [...definition.above, ...definition.decorators, ...body.labels]),
          span: {
            start: Math.min(definition.above[0]?.start ?? Infinity, tokens.at(first).start),
            end: tokens.at(line.blockEnd).end,
          },
          skipped:
            fileSkipped ||
            definition.decorators.some((span) => isSkip(tokens.text, span)) ||
            isSkipCall(tokens, body.first),
        });
      }
      if (first === 0) ownsFirst = true;
    }
    return { tests: nesting.tests, labels: fileLabels, ownsFirst };
  },
};

function definitionAt(
  tokens: Tokens,
  line: IndentedLine,
  decoratorLines: readonly IndentedLine[],
  next: IndentedLine | undefined,
): Definition | undefined {
  const keyword = tokens.is(line.first, 'async') ? line.first + 1 : line.first;
  if (!tokens.is(keyword, 'def') && !tokens.is(keyword, 'class')) return undefined;
  const name = keyword + 1;
  if (tokens.at(name).kind !== 'word') return undefined;
  const end = next?.first ?? line.blockEnd + 1;
  let colon = name + 1;
  while (colon < end && !tokens.is(colon, ':')) colon = tokens.past(colon);
  if (colon >= end) return undefined;
  const decorators = decoratorLines.map(({ first, blockEnd }) => tokens.span(first, blockEnd));
  // What is indented deeper belongs to the function before.
  const above = [...decoratorLines, line]
    .flatMap(({ first }) => commentsAbove(tokens, first))
    .filter(({ start }) => indentAt(tokens.text, start) === line.indent);
  return { line, name, body: colon + 1, decorators, above };
}

/** pytest collects classes by their name, unittest by what they are made from. */
function isTestClass(tokens: Tokens, { name, body }: Definition): boolean {
  if (tokens.read(name).startsWith('Test')) return true;
  for (let at = name + 1; at < body; at++)
    if (tokens.at(at).kind === 'word' && /Test/u.test(tokens.read(at))) return true;
  return false;
}

/** Docstring and comments at the start of a class. */
function aboutClass(tokens: Tokens, { body, line }: Definition): readonly Span[] {
  const docstring = tokens.at(body);
  if (docstring.kind !== 'string' || body > line.blockEnd)
    return body > line.blockEnd ? [] : commentsOnGroup(tokens, body);
  return [
    ...commentsAtStart(tokens, body),
    docstring,
    ...(body < line.blockEnd ? commentsOnGroup(tokens, body + 1) : []),
  ];
}

/** Docstring and comments at the start of a function, and its first statement. */
function aboutFunction(
  tokens: Tokens,
  { body, line }: Definition,
): { readonly labels: readonly Span[]; readonly first: number } {
  if (body > line.blockEnd) return { labels: commentsBehind(tokens, body - 1), first: body };
  const docstring = tokens.at(body);
  if (docstring.kind !== 'string') return { labels: commentsAtStart(tokens, body), first: body };
  const behind = body < line.blockEnd ? commentsAtStart(tokens, body + 1) : commentsBehind(tokens, body);
  return { labels: [...commentsAtStart(tokens, body), docstring, ...behind], first: body + 1 };
}

/** `pytestmark` among the statements of a class, which mostly is the first one. */
function classMarks(tokens: Tokens, lines: readonly IndentedLine[], at: number): readonly Span[] {
  for (let inner = at + 1; inner <= at + 3; inner++) {
    const line = lines[inner];
    if (!line || line.first > (lines[at]?.blockEnd ?? 0)) return [];
    if (tokens.is(line.first, 'pytestmark')) return [markOf(tokens, lines, inner)];
  }
  return [];
}

function markOf(tokens: Tokens, lines: readonly IndentedLine[], at: number): Span {
  const first = lines[at]?.first ?? 0;
  const next = lines[at + 1]?.first ?? tokens.all.length - 1;
  return tokens.span(first, next - 1);
}

/** `@pytest.mark.skip`, `@unittest.skip`; what is skipped on a condition runs elsewhere. */
function isSkip(text: string, { start, end }: Span): boolean {
  return /^(?:@[ \t]*(?:[\w.]+\.)?|pytestmark\b.*\bmark\.)skip\b/su.test(text.slice(start, Math.min(end, start + 500)));
}

function isFixture(text: string, { start, end }: Span): boolean {
  return /\bfixture\b/u.test(text.slice(start, Math.min(end, start + 100)));
}

/** `pytest.skip(...)` or `self.skipTest(...)` as the first statement. */
function isSkipCall(tokens: Tokens, first: number): boolean {
  return (
    tokens.is(first + 1, '.') && ['skip', 'skipTest'].includes(tokens.read(first + 2)) && tokens.is(first + 3, '(')
  );
}
