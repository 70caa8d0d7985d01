import type { Assertion } from './assertion.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';
import { mentionsOf } from './mentions.js';
import type { Stretch } from './plainCode.js';
import { blocksAround } from './blocks.js';
import { flaw, type Flaw, type TestCode } from './testCode.js';
import { isLiteral, isPlainLiteral, plainOf } from './values.js';

/** Both sides are written out and agree, or the value is true whatever happens. */
export function constant(test: TestCode, { matcher, subject, expected, first }: Assertion): Flaw | undefined {
  const { code } = test;
  if (!subject) return undefined;
  if (code.language === 'python' && isAssertedTuple(code, first, subject))
    return flaw('asserts a tuple, which is always true');
  const always = alwaysTrue(code, subject);
  if (always) return flaw('is always true');
  const [other] = expected;
  if (other && alwaysTrue(code, other) && /^(?:toBe|toEqual|toStrictEqual|equal|strictEqual)$/u.test(matcher))
    return flaw('is always true');
  const value = constantOf(test, subject);
  if (value === undefined) return undefined;
  if (other === undefined || isMessage(code, matcher, other)) {
    const wants = wantsTruth(matcher);
    return wants !== undefined && isTruthy(value) === wants
      ? flaw(`checks a literal value: \`${value}\``, true)
      : undefined;
  }
  const compared = constantOf(test, other);
  if (compared === undefined) return undefined;
  const isNegated = /(?:^|\.)not(?:\.|$)|^(?:assert_?)?(?:Not|ne)|^!=$/u.test(matcher);
  return (value === compared) === isNegated
    ? undefined
    : flaw(`compares two literal values: \`${value}\` and \`${compared}\``, true);
}

/** `assert True, "message"`: what is behind is no value to compare with. */
function isMessage({ tokens }: CodeFile, matcher: string, { first, last }: Stretch): boolean {
  return (
    first === last &&
    tokens.at(first).kind === 'string' &&
    /^(?:assert|assertTrue|assertFalse|ok|IsTrue|True|assert_?true|isTrue)$/iu.test(matcher)
  );
}

function isAssertedTuple({ tokens }: CodeFile, assertWord: number, { first, last }: Stretch): boolean {
  if (
    !tokens.is(assertWord, 'assert') ||
    first !== assertWord + 1 ||
    !tokens.is(first, '(') ||
    tokens.closing(first) !== last
  )
    return false;
  for (let at = first + 1; at < last; at = tokens.past(at)) {
    if (tokens.is(at, 'for')) return false;
    if (tokens.is(at, ',')) return true;
  }
  return false;
}

/** `x || true`, `x or True`. */
function alwaysTrue({ tokens }: CodeFile, { first, last }: Stretch): boolean {
  if (!['true', 'True'].includes(tokens.read(last)) || last - first < 2) return false;
  return tokens.is(last - 1, 'or') || (tokens.is(last - 1, '|') && tokens.is(last - 2, '|'));
}

/** What a written value, or a variable of the test that was given one, reads; undefined for anything else. */
function constantOf({ code, stretch, blocks }: TestCode, value: Stretch): string | undefined {
  if (isLiteral(code, value)) return plainOf(code, value);
  const { tokens } = code;
  if (value.first !== value.last || tokens.at(value.first).kind !== 'word') return undefined;
  const name = tokens.read(value.first);
  let found: Stretch | undefined;
  const places = mentionsOf(code, stretch, name);
  // One that is used much is more than a value to compare with.
  if (places.length > 3) return undefined;
  for (const at of places) {
    if (!tokens.is(at + 1, '=') || tokens.is(at + 2, '=')) continue;
    // What is given a value only on a condition tells that the condition held.
    if (found || blocksAround(blocks, at, stretch).some(({ kind }) => kind !== 'function' && kind !== 'other'))
      return undefined;
    const isConstant = tokens.is(at - 1, 'const') || dialects[code.language].indents === true;
    let last = at + 2;
    while (last + 1 < tokens.all.length && tokens.at(last + 1).breaks === 0 && !tokens.is(last + 1, ';')) last++;
    found = { first: at + 2, last };
    if (!isConstant || !isPlainLiteral(code, found)) return undefined;
  }
  return found && plainOf(code, found);
}

function isTruthy(value: string): boolean {
  return !/^(?:false|False|null|nil|None|undefined|NaN|0|''|"")$/u.test(value);
}

/** Whether a matcher without another value wants a true one; undefined if that is not known. */
function wantsTruth(matcher: string): boolean | undefined {
  const plain = matcher.toLowerCase().replace(/_/gu, '').replace(/^.*\./u, '');
  if (
    /^(?:|assert|asserttrue|ok|tobetruthy|tobedefined|istrue|true|betrue|truthy|betruthy|notnull|isnotnull|assertnotnull|assertisnotnone|exist|assertok|notnil)$/u.test(
      plain,
    )
  )
    return !/(?:^|\.)not\./u.test(matcher);
  return /^(?:assertfalse|tobefalsy|isfalse|false|befalse|falsy|befalsy|refute|isnull|assertnull|assertisnone|nil)$/u.test(
    plain,
  )
    ? false
    : undefined;
}

const equality =
  /^(?:==|is|toBe|toEqual|toStrictEqual|equal|equals|strictEqual|deepEqual|deepStrictEqual|eq|eql|assertEqual|assertEquals|assert_equal|assert_eq|AreEqual|AreSame|Equal|EqualTo|isEqualTo|isSameAs|assertSame|assertIs|is_equal|be)$/u;
/** Titles of tests that ask the same thing twice on purpose. */
const twice =
  /same|twice|again|second|determin|idempot|stable|cache|memo|once|repeat|single|equal|pure|identi|constant|reflex|itself|compar|hash|unique|random|differ/iu;

export function itself(test: TestCode, { matcher, subject, expected: [other] }: Assertion): Flaw | undefined {
  const { code, stretch } = test;
  if (!subject || !other || !equality.test(matcher.replace(/^(?:to|assert)\./u, ''))) return undefined;
  const [one, two] = [plainOf(code, subject), plainOf(code, other)];
  if (one !== two || !/[\p{L}_]/u.test(one)) return undefined;
  if (twice.test(stretch.test.name.value)) return undefined;
  return flaw(`compares \`${one.slice(0, 60)}\` with itself`, true);
}
