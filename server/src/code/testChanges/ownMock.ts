import type { Assertion } from './assertion.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';
import { mentionsOf } from './mentions.js';
import type { Flaw } from './testCode.js';
import type { TestStretch } from './layout.js';

const called =
  /^(?:not\.)?(?:toHaveBeenCalled\w*|toBeCalled\w*|toHaveReturned\w*)$|^assert_(?:called|any_call|has_calls)\w*$|\.called\w*$/u;

/**
 * The assertions that only say how often the test itself called a mock: one it makes, calls, and gives to nothing else.
 */
export function ownMock(
  code: CodeFile,
  stretch: TestStretch,
  assertions: readonly Assertion[],
): ReadonlyMap<Assertion, Flaw> {
  const { tokens, language } = code;
  const found = new Map<Assertion, Flaw>();
  if (!dialects[language].isDynamic) return found;
  for (const assertion of assertions) {
    if (!called.test(assertion.matcher)) continue;
    // `mock.assert_called_once()` names it before the point.
    const at = /^assert_/u.test(assertion.matcher) ? assertion.first - 2 : assertion.subject?.first;
    if (at === undefined || tokens.at(at).kind !== 'word') continue;
    const name = tokens.read(at);
    let made = false;
    let calls = 0;
    let others = 0;
    for (const index of mentionsOf(code, stretch, name)) {
      if (tokens.is(index + 1, '=') && !tokens.is(index + 2, '=')) made = isMock(tokens, index + 2);
      else if (tokens.is(index + 1, '(')) calls++;
      else if (!isLookedAt(tokens, index)) others++;
    }
    if (made && calls > 0 && others === 0)
      found.set(assertion, {
        why: `only checks calls that the test itself makes to the mock \`${name}\``,
        alone: true,
      });
  }
  return found;
}

function isMock(tokens: CodeFile['tokens'], index: number): boolean {
  let at = index;
  while (tokens.is(at + 1, '.')) at += 2;
  return /^(?:fn|spy|stub|fake|Mock|MagicMock|AsyncMock|mockFn)$/u.test(tokens.read(at));
}

/** `expect(mock)` and `mock.mockReturnValue(…)`, `mock.assert_called()`. */
function isLookedAt(tokens: CodeFile['tokens'], index: number): boolean {
  return (
    (tokens.is(index - 1, '(') && tokens.is(index - 2, 'expect')) ||
    /^(?:mock\w+|assert_\w+|return_value|called\w*)$/u.test(tokens.is(index + 1, '.') ? tokens.read(index + 2) : '')
  );
}
