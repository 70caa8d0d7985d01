import { memoFor } from '../../base/memo.js';
import type { TestFunction } from '../sourceFile.js';
import { type CodeFile, tokenFrom } from './codeFile.js';
import { dialects } from './dialects.js';
import { indicesOf, type Stretch } from './plainCode.js';

/** A test with the tokens that are its own. */
export interface TestStretch extends Stretch {
  readonly test: TestFunction;
  /** Its tokens without those of the tests within it. */
  readonly own: readonly number[];
  /** What is before the brackets or above the lines it is in, outermost first: suites, loops, conditions. */
  readonly heads: readonly Stretch[];
}

/** A statement or declaration outside of tests. */
export interface UnitStretch extends Stretch {
  /** How many brackets or lines it is in that tests are in, too. */
  readonly depth: number;
}

/** How the code of a test file is divided. */
export interface Layout {
  /** In document order. */
  readonly tests: readonly TestStretch[];
  /** The statements and declarations that are in no test, nor around one. */
  readonly units: readonly UnitStretch[];
}

/** Divides a file into its tests and the rest; linear in the text except for the depth of tests in each other. */
export const layoutOf = memoFor((code: CodeFile): Layout => {
  const tests = code.file.tests
    .map((test) => ({ test, ...stretchOf(code, test) }))
    .filter((stretch) => isTest(code, stretch));
  const outer: Stretch[] = [];
  const inner = new Map<Stretch, Stretch[]>();
  const open: Stretch[] = [];
  for (const stretch of [...tests].sort((a, b) => a.first - b.first || b.last - a.last)) {
    for (let top = open.at(-1); top && top.last < stretch.first; top = open.at(-1)) open.pop();
    const parent = open.at(-1);
    if (!parent) outer.push(stretch);
    else {
      const list = inner.get(parent);
      if (list) list.push(stretch);
      else inner.set(parent, [stretch]);
    }
    open.push(stretch);
  }
  const { units, headsOf } = code.lines.length > 0 ? divideByLines(code, outer) : divideByBrackets(code, outer);
  const layout = {
    tests: tests.map((stretch) => ({
      ...stretch,
      own: indicesOf(stretch, inner.get(stretch)),
      heads: headsOf.get(stretch.first) ?? [],
    })),
    units,
  };
  return layout;
});

/** `test('title', 'text')` is a call of something else that is called so. */
function isTest(
  { tokens, language }: CodeFile,
  { first, last, test }: Stretch & { readonly test: TestFunction },
): boolean {
  if (language !== 'typescript') return true;
  const comma = tokenFrom(tokens, test.name.span.end);
  const given = tokens.at(tokens.is(comma, ',') ? comma + 1 : comma);
  if (!tokens.is(comma, ',') || given.kind !== 'string') return true;
  for (let at = first; at < last; at++)
    if (tokens.is(at, 'function') || (tokens.is(at, '=') && tokens.is(at + 1, '>'))) return true;
  return false;
}

function stretchOf({ tokens, language }: CodeFile, { span, name }: TestFunction): Stretch {
  const first = tokenFrom(tokens, span.start);
  const last = Math.max(first, tokenFrom(tokens, span.end) - 1);
  if (language !== 'go' || span.end > name.span.end) return { first, last };
  // A case in a table: the whole row.
  const isKey = tokens.is(last + 1, ':') && tokens.is(last + 2, '{');
  if (isKey) return { first, last: tokens.past(last + 2) - 1 };
  let open = first;
  const furthest = Math.max(0, first - 400);
  for (let at = first; at > furthest; at--)
    if (tokens.is(at, '{') && (tokens.closing(at) ?? 0) > last) {
      open = at;
      break;
    }
  return tokens.is(open, '{') ? { first: open, last: tokens.past(open) - 1 } : { first, last };
}

interface Division {
  readonly units: UnitStretch[];
  /** By the first token of an outermost test. */
  readonly headsOf: Map<number, readonly Stretch[]>;
}

/** Words that continue the line before. */
const continuing = new Set(
  'else catch finally extends implements as of in instanceof from satisfies where throws with and or'.split(' '),
);

function divideByBrackets({ tokens, language }: CodeFile, tests: readonly Stretch[]): Division {
  const division: Division = { units: [], headsOf: new Map() };
  const heads: { readonly head: Stretch; readonly close: number }[] = [];
  const last = tokens.all.length - 1;
  let begin = -1;
  let next = 0;
  const end = (before: number): void => {
    if (begin >= 0 && begin < before) division.units.push({ first: begin, last: before - 1, depth: heads.length });
    begin = -1;
  };
  for (let at = 0; at < last;) {
    for (let top = heads.at(-1); top && top.close < at; top = heads.at(-1)) heads.pop();
    const test = tests[next];
    if (test?.first === at) {
      end(at);
      division.headsOf.set(
        at,
        heads.map(({ head }) => head),
      );
      next++;
      at = Math.max(at, test.last) + 1;
      continue;
    }
    if (tokens.is(at, ';') || heads.at(-1)?.close === at) {
      end(at);
      at++;
      continue;
    }
    if (begin >= 0 && beginsStatement(at)) end(at);
    if (begin < 0) begin = at;
    const close = tokens.closing(at);
    if (close !== undefined && test && test.first > at && test.first <= close) {
      heads.push({ head: { first: begin, last: at }, close });
      begin = -1;
      at++;
    } else at = tokens.past(at);
  }
  end(last);
  return division;

  function beginsStatement(at: number): boolean {
    const token = tokens.at(at);
    const before = tokens.at(at - 1);
    if (token.breaks === 0 && token.comments.every(({ breaks }) => breaks === 0)) return false;
    if (tokens.is(at - 1, '}') && language !== 'typescript') return token.kind !== 'sign' || tokens.is(at, '#');
    const begins =
      token.kind === 'word'
        ? !continuing.has(tokens.read(at))
        : tokens.is(at, '@') || tokens.is(at, '#') || tokens.is(at, '[');
    if (!begins) return false;
    // Annotations and attributes belong to what is below them.
    if (isAnnotated(at - 1)) return false;
    return before.kind !== 'sign' || tokens.is(at - 1, ')') || tokens.is(at - 1, ']') || tokens.is(at - 1, '}');
  }

  function isAnnotated(before: number): boolean {
    return (
      begin >= 0 &&
      before >= begin &&
      (tokens.is(begin, '@') ||
        (dialects[language].bracketsAnnotate === true && (tokens.is(begin, '[') || tokens.is(begin, '#')))) &&
      !tokens.is(before, '}')
    );
  }
}

function divideByLines({ tokens, lines }: CodeFile, tests: readonly Stretch[]): Division {
  const division: Division = { units: [], headsOf: new Map() };
  const heads: { readonly head: Stretch; readonly end: number }[] = [];
  let next = 0;
  let decorated: number | undefined;
  let skipTo = 0;
  for (const line of lines) {
    for (let top = heads.at(-1); top && top.end < line.first; top = heads.at(-1)) heads.pop();
    while ((tests[next]?.first ?? Infinity) < Math.min(line.first, skipTo)) next++;
    if (line.first < skipTo) continue;
    const test = tests[next];
    if (test && test.first === line.first) {
      division.headsOf.set(
        test.first,
        heads.map(({ head }) => head),
      );
      skipTo = Math.max(test.last, line.first) + 1;
      next++;
      decorated = undefined;
      continue;
    }
    if (tokens.is(line.first, '@')) {
      decorated ??= line.first;
      continue;
    }
    const first = decorated ?? line.first;
    decorated = undefined;
    if (test && test.first > line.first && test.first <= line.blockEnd) {
      heads.push({
        head: { first, last: Math.max(first, firstBelow(line.first, line.blockEnd) - 1) },
        end: line.blockEnd,
      });
      continue;
    }
    if (!tokens.is(line.first, 'end')) division.units.push({ first, last: line.blockEnd, depth: heads.length });
    skipTo = line.blockEnd + 1;
  }
  return division;

  /** The first token of the first line within a block. */
  function firstBelow(first: number, end: number): number {
    for (let at = first + 1; at <= end; at = tokens.past(at))
      if (tokens.at(at).breaks > 0 || tokens.at(at).comments.some(({ breaks }) => breaks > 0)) return at;
    return end + 1;
  }
}
