import { memoFor } from '../../base/memo.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';

/** Matchers that vitest and jest bring: https://vitest.dev/api/expect.html. */
const matchers =
  /^to(?:Be(?:A|An|CloseTo|Defined|Falsy|Greater\w+|InstanceOf|Less\w+|NaN|Null|Nullable|Truthy|TypeOf|Undefined)?|Equal|StrictEqual|Contain(?:Equal)?|HaveLength|HaveProperty|Match(?:Object|Snapshot|InlineSnapshot)?|Throw\w*|Have(?:Been|Returned|Last|Nth|Resolved)\w*|Satisfy)$/u;
/** What assertions are made with, as something that others may be put in. */
const objects = new Set(['assert', 'expect', 'TestCase', 'builtins', 'globalThis', 'global', 'window']);

/** The tokens at which a file puts something of its own in the place of an assertion; linear. TypeScript and Python. */
export const replacedAssertions = memoFor((code: CodeFile): readonly number[] => {
  const { tokens, language } = code;
  const found: number[] = [];
  if (!dialects[language].isDynamic) return found;
  for (let at = 0; at < tokens.all.length; at++) {
    if (tokens.at(at).kind !== 'word') continue;
    if (isAssigned(code, at)) found.push(at);
    else if (tokens.is(at, 'extend') && tokens.is(at - 2, 'expect') && tokens.is(at + 1, '('))
      found.push(...builtInKeys(code, at + 1));
  }
  return found;
});

/** `assert.equal = …`, `globalThis.expect = …`, `builtins.AssertionError = …`. */
function isAssigned({ tokens }: CodeFile, at: number): boolean {
  if (!tokens.is(at + 1, '=') || tokens.is(at + 2, '=') || tokens.is(at + 2, '>')) return false;
  if (!tokens.is(at - 1, '.') || !objects.has(tokens.read(at - 2))) return false;
  return (
    ['assert', 'expect'].includes(tokens.read(at - 2)) || /^(?:assert|expect|AssertionError)/u.test(tokens.read(at))
  );
}

/** `expect.extend({ toBe: … })`, and the same as a method. */
function builtInKeys({ tokens }: CodeFile, open: number): readonly number[] {
  const found: number[] = [];
  if (!tokens.is(open + 1, '{')) return found;
  const close = tokens.closing(open + 1) ?? open;
  for (let at = open + 2; at < close; at = tokens.past(at)) {
    const isKey = tokens.is(at - 1, '{') || tokens.is(at - 1, ',') || tokens.is(at - 1, 'async');
    if (isKey && matchers.test(tokens.read(at))) found.push(at);
  }
  return found;
}
