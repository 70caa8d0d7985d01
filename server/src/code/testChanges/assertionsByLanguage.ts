import { type Assertion, failing, helping } from './assertion.js';
import { argumentsOf, partsBetween, pastTypes } from './callParts.js';
import type { SourceLanguage } from '../sourceFile.js';
import type { CodeFile } from './codeFile.js';
import type { Stretch } from './plainCode.js';

/** AVA, tap and tape: https://github.com/tape-testing/tape. */
const testObjectMethods = new Set(
  (
    'is not deepEqual notDeepEqual true false truthy falsy throws throwsAsync notThrows notThrowsAsync like regex notRegex ' +
    'snapshot equal equals notEqual deepEquals looseEqual same strictSame ok notOk match rejects doesNotThrow error ifError pass fail assert'
  ).split(' '),
);
/** What their callbacks call the test: that of a test within a test has another name. */
const testObject = /^(?:s{0,3}t{1,2}|t\d)$/u;

/** `t.assert.equal(a, b)`: https://nodejs.org/api/test.html#contextassert. */
export function isOfTestObject({ tokens }: CodeFile, at: number): boolean {
  return /^(?:ctx|context)$/u.test(tokens.read(at - 2)) || testObject.test(tokens.read(at - 2));
}

const goFailures = new Set(['Error', 'Errorf', 'Fatal', 'Fatalf', 'Fail', 'FailNow']);

const operators = ['==', '!=', '<=', '>='];

/** `assert x == 3, "message"`. */
function assertStatement(code: CodeFile, at: number): Assertion {
  const { tokens } = code;
  let last = at;
  while (
    last + 1 < tokens.all.length - 1 &&
    tokens.at(last + 1).breaks === 0 &&
    tokens.at(last + 1).comments.length === 0 &&
    !tokens.is(last + 1, ';')
  )
    last = tokens.past(last + 1) - 1;
  const [condition = { first: at + 1, last: at }] = partsBetween(tokens, at + 1, last);
  return { first: at, last, kind: 'check', ...comparisonIn(code, condition) };
}

/** The two sides of a comparison, or the whole as what is looked at. */
function comparisonIn(
  { tokens }: CodeFile,
  { first, last }: Stretch,
): Pick<Assertion, 'matcher' | 'subject' | 'expected'> {
  for (let at = first; at <= last; at = tokens.past(at)) {
    const pair = tokens.read(at) + tokens.read(at + 1);
    const width = operators.includes(pair) && tokens.at(at).end === tokens.at(at + 1).start ? 2 : 1;
    const read = width === 2 ? pair : tokens.read(at);
    if (width === 2 || (tokens.at(at).kind !== 'string' && ['<', '>', 'in', 'is'].includes(read))) {
      const negated = (read === 'is' && tokens.is(at + 1, 'not')) || (read === 'in' && tokens.is(at - 1, 'not'));
      const third = width === 2 && tokens.is(at + 2, '=') ? 3 : width;
      const matcher = negated ? (read === 'is' ? '!=' : 'not in') : read;
      return {
        matcher,
        subject: { first, last: at - (negated && read === 'in' ? 2 : 1) },
        expected: [{ first: at + third + (negated && read === 'is' ? 1 : 0), last }],
      };
    }
    if (['and', 'or'].includes(read) && tokens.at(at).kind === 'word') break;
  }
  return { matcher: '', subject: { first, last }, expected: [] };
}

/** `assert_eq!(a, b)`, and what panics: `unwrap`, `expect`, `?`. */
function rustAt(code: CodeFile, at: number, word: string, isMember: boolean): Assertion | undefined {
  const { tokens } = code;
  if (tokens.is(at + 1, '!')) {
    const open = at + 2;
    const last = tokens.past(open) - 1;
    if (/^(?:panic|unreachable|unimplemented|bail)$/u.test(word)) return failing(at, last, word);
    if (!/assert|check|verify|expect|ensure|matches/u.test(word)) return undefined;
    const args = argumentsOf(code, open);
    const [first, ...others] = args;
    if (word === 'assert' && first) return { first: at, last, kind: 'check', ...comparisonIn(code, first) };
    return { first: at, last, kind: 'check', matcher: word, ...(first ? { subject: first } : {}), expected: others };
  }
  const panics = isMember && /^(?:unwrap|expect|unwrap_err|expect_err)$/u.test(word) && tokens.is(at + 1, '(');
  return panics ? helping(at, tokens.past(at + 1) - 1, word) : undefined;
}

/** `t.Errorf(…)`, and anything that takes the test along: `helper(t, …)`. */
function goAt(code: CodeFile, at: number, word: string, isMember: boolean): Assertion | undefined {
  const { tokens } = code;
  if (!tokens.is(at + 1, '(')) return undefined;
  const last = tokens.past(at + 1) - 1;
  if (isMember && goFailures.has(word) && /^(?:t|tt|b|tb|f|T|\))$/u.test(tokens.read(at - 2)))
    return failing(at, last, word);
  if (word === 'panic') return failing(at, last, word);
  if (/^(?:Run|Parallel|Helper|Cleanup|Log|Logf|NewController)$/u.test(word)) return undefined;
  const object = tokens.read(at - 2);
  if (isMember && (object === 'require' || object === 'assert')) return undefined;
  const takesTest = /^(?:t|tt|tb)$/u.test(tokens.read(at + 2)) && (tokens.is(at + 3, ',') || tokens.is(at + 3, ')'));
  return takesTest ? helping(at, last, word) : undefined;
}

/** `expect(x).to eq(3)`, `assert_equal 3, x`, `is_expected.to be_valid`, `x.must_equal 3`. */
function rubyAt(code: CodeFile, at: number, word: string, isMember: boolean): Assertion | undefined {
  const { tokens } = code;
  const lineLast = lastOnLine(code, at);
  if (word === 'expect' || word === 'is_expected') {
    const open = at + 1;
    const isBlock = tokens.is(open, '{');
    const behind = tokens.is(open, '(') || isBlock ? tokens.past(open) : open;
    if (word === 'expect' && tokens.is(open, 'do')) return helping(at, lineLast, 'expect');
    const subject = tokens.is(open, '(') ? argumentsOf(code, open)[0] : undefined;
    const base = { first: at, kind: 'check' as const, ...(subject ? { subject } : {}) };
    if (!tokens.is(behind, '.')) return { ...base, last: Math.max(at, behind - 1), matcher: '', expected: [] };
    const verb = tokens.read(behind + 1);
    const matcher = behind + 2;
    const name = tokens.read(matcher);
    if (tokens.at(matcher).kind === 'end' || matcher > lineLast)
      return { ...base, last: lineLast, matcher: verb, expected: [] };
    const expected = tokens.is(matcher + 1, '(')
      ? argumentsOf(code, matcher + 1)
      : matcher < lineLast
        ? [{ first: matcher + 1, last: lineLast }]
        : [];
    return { ...base, last: lineLast, matcher: verb === 'to' ? name : `not.${name}`, expected };
  }
  if (/^(?:must|wont)_\w+$/u.test(word) && isMember) return helping(at, lineLast, word);
  if (word === 'should' && isMember) return helping(at, lineLast, word);
  if (/^(?:assert|refute)(?:_\w+)?$/u.test(word) && !tokens.is(at + 1, '(')) {
    const [subject, ...expected] = partsBetween(tokens, at + 1, lineLast);
    return { first: at, last: lineLast, kind: 'check', matcher: word, ...(subject ? { subject } : {}), expected };
  }
  return word === 'raise' || word === 'flunk' ? failing(at, lineLast, word) : undefined;
}

function lastOnLine({ tokens }: CodeFile, at: number): number {
  let last = at;
  while (
    last + 1 < tokens.all.length - 1 &&
    tokens.at(last + 1).breaks === 0 &&
    !tokens.is(last + 1, '}') &&
    !tokens.is(last + 1, 'end')
  )
    last = tokens.past(last + 1) - 1;
  return last;
}

/** `t.deepEqual(a, b)`. */
function testObjectAt(code: CodeFile, at: number, word: string, isMember: boolean): Assertion | undefined {
  const { tokens } = code;
  const isCheck = isMember && testObject.test(tokens.read(at - 2)) && testObjectMethods.has(word);
  return isCheck && tokens.is(at + 1, '(') ? checkCall(code, at, at + 1, word) : undefined;
}

/** `assert x == 3`, `raise AssertionError`, `pytest.raises(ValueError)`. */
function pythonAt(code: CodeFile, at: number, word: string, isMember: boolean): Assertion | undefined {
  if (word === 'assert' && !isMember) return assertStatement(code, at);
  if (word === 'raise' && code.tokens.is(at + 1, 'AssertionError')) return failing(at, at + 1, word);
  const open = /^(?:raises|warns)$/u.test(word) ? openBehind(code, at) : undefined;
  return open === undefined ? undefined : checkCall(code, at, open, word);
}

/** What only one language writes as an assertion, asked at a word. */
export const assertionsOf: Readonly<
  Partial<
    Record<SourceLanguage, (code: CodeFile, at: number, word: string, isMember: boolean) => Assertion | undefined>
  >
> = { typescript: testObjectAt, python: pythonAt, go: goAt, rust: rustAt, ruby: rubyAt };

/** The bracket of the arguments that are behind a name, its types left out. */
export function openBehind({ tokens }: CodeFile, at: number): number | undefined {
  if (tokens.is(at + 1, '(')) return at + 1;
  return tokens.is(at + 1, '<') ? pastTypes(tokens, at + 1) : undefined;
}

/** A call that looks at its first argument. */
export function checkCall(code: CodeFile, first: number, open: number, matcher: string): Assertion {
  const [subject, ...expected] = argumentsOf(code, open);
  const last = code.tokens.past(open) - 1;
  return { first, last, kind: 'check', matcher, ...(subject ? { subject } : {}), expected };
}
