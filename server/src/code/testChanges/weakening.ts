import { strengthOf } from './assertion.js';
import { blocksAround, blocksOf } from './blocks.js';
import type { CodeFile } from './codeFile.js';
import type { TestStretch } from './layout.js';
import { plainTest } from './plainTest.js';
import { tokensWithoutNewRows } from './tables.js';
import { assertionsIn, type TestAssertion } from './testAssertions.js';
import { isLiteral, plainOf } from './values.js';

/** A test with the code it is in. */
export interface ReadTest {
  readonly code: CodeFile;
  readonly stretch: TestStretch;
  readonly plain: string;
}

/** An assertion as words, the looked at and the compared value in an order that all frameworks have in common. */
interface Said {
  readonly assertion: TestAssertion;
  readonly subject: string;
  readonly expected: string;
  readonly matcher: string;
  /** How many conditions, loops and `try` blocks it is in. */
  readonly conditions: number;
}

/** So much of an expression is shown. */
const longestExcerpt = 60;

/** How a changed test finds less than before, each as half a sentence about it. */
export function weakenings(old: ReadTest, now: ReadTest): readonly string[] {
  const were = assertionsIn(old.code, old.stretch);
  const are = assertionsIn(now.code, now.stretch);
  if (are.cannotFail !== undefined && were.cannotFail === undefined) return [`can no longer fail: ${are.cannotFail}`];
  const reasons: string[] = [];
  if (are.sound.length < were.sound.length)
    reasons.push(`has ${count(are.sound.length)} instead of ${were.sound.length}`);
  const before = were.sound.map((assertion) => said(old, assertion));
  const after = are.sound.map((assertion) => said(now, assertion));
  const left = [...after];
  const open: Said[] = [];
  for (const one of before) {
    const place = left.findIndex(
      (other) => other.subject === one.subject && other.matcher === one.matcher && other.expected === one.expected,
    );
    const same = left[place];
    if (!same) {
      open.push(one);
      continue;
    }
    left.splice(place, 1);
    if (same.conditions > one.conditions)
      reasons.push(`now checks \`${excerpt(now, same)}\` only under a condition, in a loop or in a \`try\``);
  }
  for (const one of open) {
    const place = left.findIndex((other) => other.subject === one.subject && other.subject !== '');
    const other = left[place];
    if (!other) continue;
    left.splice(place, 1);
    const [strong, weak] = [strengthOf(one.assertion), strengthOf(other.assertion)];
    if (strong !== undefined && weak !== undefined && weak < strong)
      reasons.push(`checks less: \`${excerpt(now, other)}\` instead of \`${excerpt(old, one)}\``);
    else if (one.expected !== '' && one.expected !== other.expected)
      reasons.push(`expects ${quote(other.expected)} instead of ${quote(one.expected)}`);
  }
  if (reasons.length === 0 && leaving(now) > leaving(old))
    reasons.push('has a new early exit, so it may end before it asserts');
  return reasons;
}

function count(sound: number): string {
  return sound === 1 ? 'one assertion' : `${sound} assertions`;
}

function said({ code, stretch }: ReadTest, assertion: TestAssertion): Said {
  const { subject, expected, matcher, kind, first, last } = assertion;
  const [other] = expected;
  // `assertEquals(3, total)` looks at the total.
  const swapped = subject !== undefined && other !== undefined && isLiteral(code, subject) && !isLiteral(code, other);
  const looked = swapped ? other : subject;
  const compared = swapped ? [subject, ...expected.slice(1)] : expected;
  const around = blocksAround(blocksOf(code), first, stretch).filter((block) =>
    ['condition', 'otherwise', 'loop', 'try', 'catch'].includes(block.kind),
  );
  return {
    assertion,
    subject: looked ? plainOf(code, looked) : kind === 'check' ? '' : plainOf(code, { first, last }),
    expected: compared.map((part) => plainOf(code, part)).join(', '),
    matcher,
    conditions: around.length + (isInline(code, first) ? 1 : 0),
  };
}

/** `if (ready) expect(…)`, `ready && expect(…)`, `ready ? expect(…) : undefined`. */
function isInline({ tokens, openings }: CodeFile, first: number): boolean {
  const before = tokens.is(first - 1, 'await') ? first - 2 : first - 1;
  if (tokens.is(before, '&') || tokens.is(before, '?') || tokens.is(before, 'else')) return true;
  const opening = openings.get(before);
  return opening !== undefined && ['if', 'for', 'while'].includes(tokens.read(opening - 1));
}

function excerpt({ code }: ReadTest, { assertion: { first, last } }: Said): string {
  const text = code.tokens.text.slice(code.tokens.at(first).start, code.tokens.at(last).end).replace(/\s+/gu, ' ');
  return text.length > longestExcerpt ? `${text.slice(0, longestExcerpt - 1)}…` : text;
}

function quote(text: string): string {
  if (text === '') return 'nothing';
  return `\`${text.length > longestExcerpt ? `${text.slice(0, longestExcerpt - 1)}…` : text}\``;
}

function leaving({ code, stretch }: ReadTest): number {
  return stretch.own.filter((at) => ['return', 'skip', 'Skip', 'SkipNow', 'skipTest'].includes(code.tokens.read(at)))
    .length;
}

/** Whether all that a test was is still there, and what came is assertions and rows of tables. */
export function addsOnly(old: ReadTest, now: ReadTest): boolean {
  const { code, stretch } = now;
  const known = new Map<string, number>();
  for (const assertion of assertionsIn(old.code, old.stretch).all) {
    const text = plainOf(old.code, assertion);
    known.set(text, (known.get(text) ?? 0) + 1);
  }
  const left = new Set<number>();
  for (const assertion of assertionsIn(code, stretch).all) {
    const text = plainOf(code, assertion);
    const before = known.get(text) ?? 0;
    known.set(text, before - 1);
    if (before > 0 || assertion.kind === 'fail' || !isStatement(code, assertion)) continue;
    const first = code.tokens.is(assertion.first - 1, 'await') ? assertion.first - 1 : assertion.first;
    for (let at = first; at <= assertion.last; at++) left.add(at);
  }
  const indices = tokensWithoutNewRows(old, now).filter((index) => !left.has(index));
  return plainTest(code, stretch, indices) === old.plain;
}

function isStatement({ tokens, openings }: CodeFile, { first, last }: TestAssertion): boolean {
  const start = tokens.is(first - 1, 'await') ? first - 1 : first;
  const before = start - 1;
  const opening = openings.get(before);
  const isHead = opening !== undefined && ['if', 'for', 'while'].includes(tokens.read(opening - 1));
  const begins =
    tokens.is(before, ';') ||
    tokens.is(before, '{') ||
    tokens.is(before, '}') ||
    (tokens.at(start).breaks > 0 && !isHead && !tokens.is(before, '>'));
  const ends =
    tokens.is(last + 1, ';') ||
    tokens.is(last + 1, '}') ||
    tokens.at(last + 1).breaks > 0 ||
    tokens.at(last + 1).kind === 'end';
  return begins && ends;
}
