import { argumentsOf, chainAt } from './callParts.js';
import { type Asserting, type Assertion, failing, helping } from './assertion.js';
import { assertionsOf, checkCall, isOfTestObject, openBehind } from './assertionsByLanguage.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';

/** Names that say of a function that it fails where something is not as it should be. */
const helperName =
  /^_?(?:expect|assert|check|verify|verif|should|ensure|refute|must|require|validate|compare|tester)(?![a-z])|^(?:getBy|getAllBy|findBy|findAllBy)[A-Z]|^_?(?:assert|verify|expect|refute|check)[a-z]*_|(?:^|_)(?:test|check|assert|verify|tests|checks)(?:_|$)|[a-z](?:Assert|Check|Verify|Expect)|(?:Tests?|Check|Assert|Verify)$/u;
const failName = /^(?:fail|flunk|fail_test|unreachable|XCTFail)$/u;
/** What `expect.` offers besides looking at a value. */
const looking = new Set(['soft', 'poll', 'element']);

/**
 * The assertions among some tokens of a file, in their order, those within callbacks included.
 *
 */
export function readAssertions(code: CodeFile, indices: readonly number[], asserting: Asserting): readonly Assertion[] {
  const found: Assertion[] = [];
  let past = -1;
  for (const index of indices) {
    // The words of a call that was read are none of another one; its arguments may be.
    if (index < past) continue;
    if (code.tokens.at(index).kind !== 'word') continue;
    const assertion = assertionAt(code, index, asserting);
    if (!assertion) continue;
    found.push(assertion);
    past = headEnd(code, index);
  }
  return found;
}

/** Behind the words that a call begins with. */
function headEnd({ tokens }: CodeFile, index: number): number {
  let at = index + 1;
  while (tokens.is(at, '.') && tokens.at(at + 1).kind === 'word') at += 2;
  return at;
}

function assertionAt(code: CodeFile, at: number, asserting: Asserting): Assertion | undefined {
  const { tokens, language } = code;
  const word = tokens.read(at);
  if (tokens.is(at + 1, ':') && !tokens.is(at + 2, ':')) return undefined;
  const isMember = tokens.is(at - 1, '.');
  if (isDeclared(code, at)) return undefined;
  const own = assertionsOf[language]?.(code, at, word, isMember);
  if (own) return own;
  if (word === 'should' || word === 'Should' || word === 'ShouldBe') {
    const should = shouldAt(code, at, isMember);
    if (should) return should;
  }
  if (/^(?:expect|assertThat|Expect|expectTypeOf|Ω|assume|that|expectThat)$/u.test(word))
    return lookingAt(code, at, isMember);
  const isObject = !isMember || (word === 'assert' && isOfTestObject(code, at));
  if (/^(?:assert|Assert|Assertions|assertions|sinon|require)$/u.test(word) && isObject && tokens.is(at + 1, '.'))
    return assertObjectAt(code, at, word);
  const open = openBehind(code, at);
  if (word === 'throw' && !isMember && dialects[language].throws) return failing(at, at, word);
  // A helper by its name alone is passed on, or given a shorter one.
  if (open === undefined)
    return (!isMember && asserting(word) === true) || /^assert[A-Z_]|[a-z]Assert[A-Z]/u.test(word)
      ? helping(at, at, word)
      : undefined;
  if (failName.test(word)) return failing(at, tokens.past(open) - 1, word);
  if (/^(?:XCT)?assert/iu.test(word)) return checkCall(code, at, open, word);
  // `test(…)` declares one, and `pattern.test(…)` only tells.
  if (asserting(word) ?? (word !== 'test' && helperName.test(word))) return helping(at, tokens.past(open) - 1, word);
  return undefined;
}

const declaring = new Set('def function func fn class import const let var'.split(' '));
const calling = new Set('return await throw new else do yield in of case not and or assert'.split(' '));

/** `void adds() {`, where a type is before the name, and what words declare. */
function isDeclared({ tokens, language }: CodeFile, at: number): boolean {
  const before = tokens.at(at - 1).kind === 'word' ? tokens.read(at - 1) : '';
  return declaring.has(before) || (dialects[language].typesComeFirst === true && before !== '' && !calling.has(before));
}

/** `expect(x).not.toBe(3)`, `assertThat(x).isEqualTo(3)`, `expect.soft(x)…`. */
function lookingAt(code: CodeFile, at: number, isMember: boolean): Assertion | undefined {
  const { tokens, language } = code;
  let open = openBehind(code, at);
  if (open === undefined && tokens.is(at + 1, '.')) {
    const what = tokens.read(at + 2);
    if (failName.test(what)) return failing(at, tokens.past(at + 3) - 1, `expect.${what}`);
    if (!looking.has(what)) return undefined;
    open = openBehind(code, at + 2);
  }
  if (open === undefined) return undefined;
  const close = tokens.closing(open) ?? open;
  const chain = chainAt(code, close + 1);
  // A request that expects its own answer: `.expect(200)`.
  const own = isMember && !['chai', 't', 'test', 'ctx', 'g', 'Assertions'].includes(tokens.read(at - 2));
  if (own && chain.words.length === 0) return helping(at, close, tokens.read(at));
  if (own && language === 'rust') return helping(at, close, 'expect');
  const [subject, second] = argumentsOf(code, open);
  const matchesAtOnce = tokens.read(at) === 'assertThat' && second !== undefined;
  const words = chain.words.filter((word) => !silent.has(word));
  return {
    first: at,
    last: Math.max(close, chain.last),
    kind: 'check',
    matcher: matchesAtOnce ? 'assertThat' : words.join('.'),
    ...(subject ? { subject } : {}),
    expected: matchesAtOnce ? [second] : chain.arguments,
  };
}

/** Words of a chain that change nothing. */
const silent = new Set(
  'to be been that which and has have with at of does still a an is await Should'
    .split(' ')
    .filter((word) => word !== 'be'),
);

function shouldAt(code: CodeFile, at: number, isMember: boolean): Assertion | undefined {
  const { tokens } = code;
  if (!isMember) return undefined;
  const start = subjectBefore(code, at - 2);
  const open = tokens.is(at + 1, '(') ? tokens.past(at + 1) : at + 1;
  const chain = chainAt(code, open);
  const own = tokens.is(at + 1, '(') ? argumentsOf(code, at + 1) : [];
  const matcher = tokens.read(at) === 'ShouldBe' ? ['equal'] : chain.words.filter((word) => !silent.has(word));
  return {
    first: start,
    last: Math.max(chain.last, open - 1),
    kind: 'check',
    matcher: own.length > 0 && matcher.length === 0 ? 'should' : matcher.join('.'),
    subject: { first: start, last: at - 2 },
    expected: chain.words.length > 0 ? chain.arguments : own,
  };
}

/** The first token of what is before a point. */
function subjectBefore({ tokens, openings }: CodeFile, last: number): number {
  let first = openings.get(last) ?? last;
  for (let steps = 0; steps < 40; steps++) {
    const before = first - 1;
    if (tokens.is(before, '.')) first = openings.get(before - 1) ?? before - 1;
    else if (openings.has(first) || !tokens.is(first, '(') || tokens.at(before).kind !== 'word') break;
    else first = before;
  }
  return Math.max(0, first);
}

/** `assert.equal(a, b)`, `Assert.AreEqual(a, b)`, `require.Equal(t, a, b)`, `Assertions.assertEquals(a, b)`. */
function assertObjectAt(code: CodeFile, at: number, word: string): Assertion | undefined {
  const chain = chainAt(code, at + 1);
  const named = chain.words.filter((name) => name !== 'strict' && name !== 'assert');
  const name = named[0] ?? '';
  if (!chain.called && !code.tokens.is(chain.last, ')')) return undefined;
  if (word === 'sinon' && chain.words[0] !== 'assert') return undefined;
  if (failName.test(name.toLowerCase()) || name === 'FailNow') return failing(at, chain.last, `${word}.${name}`);
  if (name === 'assertThat' || name === 'That') return lookingOn(code, at, named, chain.last);
  const args = chain.arguments.slice(dialects[code.language].argumentsBefore ?? 0);
  const [subject, ...expected] = args;
  return {
    first: at,
    last: chain.last,
    kind: 'check',
    matcher: named.join('.'),
    ...(subject ? { subject } : {}),
    expected,
  };
}

function lookingOn(code: CodeFile, at: number, words: readonly string[], last: number): Assertion {
  const open = at + 3;
  const [subject, ...others] = argumentsOf(code, open);
  const chain = chainAt(code, code.tokens.past(open));
  const expected = chain.words.length > 0 ? chain.arguments : others;
  const matcher = chain.words.length > 0 ? chain.words.join('.') : words.join('.');
  return { first: at, last, kind: 'check', matcher, ...(subject ? { subject } : {}), expected };
}
