import type { Located, Span } from '../markdown/span.js';
import { commentsAbove, commentsAtStart, commentsOnGroup, eachLocated, located } from './labels.js';
import type { Language } from './language.js';
import { createNesting, type FoundTests, type Nesting } from './nesting.js';
import { quoted, slashComment } from './pieces.js';
import type { PieceAt, Tokens } from './tokens.js';

const pieceAt: PieceAt = (text, at, _previous, memory) => {
  switch (text.charCodeAt(at)) {
    case 34:
      return quoted(text, at, '"', '"', memory);
    case 39:
      return quoted(text, at, "'", "'", memory);
    case 96:
      return quoted(text, at, '`', '`', memory, { escapes: false, lines: true });
    case 47:
      return slashComment(text, at);
    default:
      return undefined;
  }
};

/** A function of tests: `func TestLogin(t *testing.T) {`. */
interface TestFunc {
  readonly name: number;
  /** The method's type, in a suite of testify. */
  readonly receiver?: number;
  /** Its `{`. */
  readonly open: number;
}

/** A name in a table of cases, where `t.Run` takes it from. */
interface Case {
  readonly name: Span;
  readonly labels: readonly Span[];
}

/** The functions that `go test` runs, and the subtests that they run. */
export const go: Language = {
  pieceAt,
  findTests: (tokens): FoundTests => {
    const nesting = createNesting();
    for (let index = 0; index < tokens.all.length; index++) {
      if (!tokens.is(index, 'func')) {
        // Nothing at the top of a file but functions holds tests.
        index = tokens.past(index) - 1;
        continue;
      }
      nesting.arriveAt(index);
      const found = testFuncAt(tokens, index);
      if (!found) continue;
      const close = tokens.closing(found.open) ?? found.open;
      const above = commentsAbove(tokens, index);
      const name = located(tokens.text, tokens.at(found.name));
      const labels = eachLocated(tokens.text, [...above, ...commentsAtStart(tokens, found.open + 1)]);
      const skipped = skips(tokens, found.open);
      if (found.receiver !== undefined)
        nesting.enter(close, { name: located(tokens.text, tokens.at(found.receiver)), labels: [] }, false);
      const span = { start: above[0]?.start ?? tokens.at(index).start, end: tokens.at(close).end };
      nesting.add({ name, labels, span, skipped });
      nesting.enter(close, { name, labels: groupLabels(tokens, above, found.open) }, skipped);
      findSubtests(tokens, found.open, close, nesting);
      index = close;
    }
    return { tests: nesting.tests, labels: [], ownsFirst: false };
  },
};

function testFuncAt(tokens: Tokens, index: number): TestFunc | undefined {
  let name = index + 1;
  let receiver: number | undefined;
  if (tokens.is(name, '(')) {
    const past = tokens.past(name);
    receiver = past - 2;
    name = past;
  }
  // What follows must not look like the rest of a word: `Testing` is no test.
  if (!/^(?:Test|Fuzz)(?:$|[^a-z])/u.test(tokens.read(name)) || !tokens.is(name + 1, '(')) return undefined;
  const past = tokens.past(name + 1);
  if (!tokens.is(past, '{')) return undefined;
  if (receiver !== undefined) return past === name + 3 ? { name, receiver, open: past } : undefined;
  const type = tokens.read(past - 2);
  return type === 'T' || type === 'F' ? { name, open: past } : undefined;
}

/** `t.Run("name", func(t *testing.T) { ... })`, at any depth. */
function findSubtests(tokens: Tokens, open: number, close: number, nesting: Nesting): void {
  let cases: ReadonlyMap<string, readonly Case[]> | undefined;
  const listed = new Set<string>();
  for (let index = open + 1; index < close; index++) {
    nesting.arriveAt(index);
    if (!tokens.is(index, 'Run') || !tokens.is(index - 1, '.') || !tokens.is(index + 1, '(')) continue;
    const end = tokens.closing(index + 1) ?? close;
    const title = index + 2;
    let comma = title;
    while (comma < end && !tokens.is(comma, ',')) comma = tokens.past(comma);
    if (comma >= end || !isFunction(tokens, comma + 1)) continue;
    const body = bodyOf(tokens, comma + 1, end);
    const above = commentsAbove(tokens, index - 2);
    const inside = body === undefined ? [] : commentsAtStart(tokens, body + 1);
    const labels = eachLocated(tokens.text, [...above, ...inside]);
    const span = { start: above[0]?.start ?? tokens.at(index - 2).start, end: tokens.at(end).end };
    const skipped = body !== undefined && skips(tokens, body);
    const isText = tokens.at(title).kind === 'string' && comma === title + 1;
    const key = isText ? undefined : caseKey(tokens, title, comma);
    const rows =
      key === undefined || listed.has(key) ? [] : ((cases ??= findCases(tokens, open, close)).get(key) ?? []);
    if (key !== undefined) listed.add(key);
    for (const row of rows)
      nesting.add({
        name: located(tokens.text, row.name),
        labels: [...eachLocated(tokens.text, row.labels), ...labels],
        span: { start: row.labels[0]?.start ?? row.name.start, end: row.name.end },
        skipped,
      });
    const name: Located = located(tokens.text, isText ? tokens.at(title).inner : tokens.span(title, comma - 1));
    if (rows.length === 0) nesting.add({ name, labels, span, skipped });
    nesting.enter(end, { name, labels: groupLabels(tokens, above, body) }, skipped);
  }
}

/** What is said of a test and all of its subtests. */
function groupLabels(tokens: Tokens, above: readonly Span[], open: number | undefined): readonly Located[] {
  const inside = open === undefined ? [] : commentsOnGroup(tokens, open + 1);
  return eachLocated(tokens.text, [...above, ...inside]);
}

function isFunction(tokens: Tokens, index: number): boolean {
  return tokens.at(index).kind === 'word';
}

function bodyOf(tokens: Tokens, from: number, end: number): number | undefined {
  if (!tokens.is(from, 'func')) return undefined;
  let at = from;
  while (at < end && !tokens.is(at, '{')) at = tokens.past(at);
  return at < end ? at : undefined;
}

/** `tc.name` takes the field `name`, a lone `name` the key of a map. */
function caseKey(tokens: Tokens, title: number, comma: number): string | undefined {
  if (comma === title + 1) return '';
  return comma === title + 3 && tokens.is(title + 1, '.') ? tokens.read(title + 2) : undefined;
}

/** The names in the tables of a function, by their field; by an empty one where they are keys of a map. */
function findCases(tokens: Tokens, open: number, close: number): ReadonlyMap<string, readonly Case[]> {
  const found = new Map<string, Case[]>();
  const add = (key: string, name: Span, first: number): void => {
    const above = tokens.is(first - 1, '{') ? commentsAbove(tokens, first - 1) : [];
    const row = { name, labels: [...above, ...commentsAbove(tokens, first)] };
    const list = found.get(key);
    if (list) list.push(row);
    else found.set(key, [row]);
  };
  for (let index = open + 1; index < close; index++) {
    const token = tokens.at(index);
    if (token.kind !== 'string') continue;
    if (tokens.is(index + 1, ':') && tokens.is(index + 2, '{')) add('', token.inner, index);
    else if (tokens.is(index - 1, ':') && tokens.at(index - 2).kind === 'word')
      add(tokens.read(index - 2), token.inner, index - 2);
  }
  return found;
}

/** `t.Skip` among the statements of a body, not within a condition. */
function skips(tokens: Tokens, open: number): boolean {
  const close = tokens.closing(open) ?? open;
  for (let at = open + 1; at < close; at = tokens.past(at))
    if (tokens.is(at, '.') && /^Skip(?:f|Now)?$/u.test(tokens.read(at + 1)) && tokens.is(at + 2, '(')) return true;
  return false;
}
