import type { SourceLanguage } from '../sourceFile.js';

/** What of a language counts where tests are compared token by token. */
interface Dialect {
  /** `throw` makes a test fail. */
  readonly throws?: true;
  /** A type is before the name of what is declared: `void adds() {`. */
  readonly typesComeFirst?: true;
  /** Anything can be put in the place of anything else while it runs, and imports name what they take. */
  readonly isDynamic?: true;
  /** `'a'` is the same as `"a"`. */
  readonly quotesAlike?: true;
  /** Texts are filled in by what is before or in them: `f"{x}"`, `$"{x}"`, `"#{x}"`. */
  readonly fillsTexts?: true;
  /** `require(…)` imports. */
  readonly requires?: true;
  /** Brackets before a declaration are about it: `[Test]`, `#[test]`. */
  readonly bracketsAnnotate?: true;
  /** Brackets before a test may be a case of it: how many tokens are before the bracket. */
  readonly caseMark?: 0 | 1;
  /** How many arguments come before what an assertion looks at: `require.Equal(t, …)`. */
  readonly argumentsBefore?: 1;
  /** Indentation says what belongs to what, but in these brackets. */
  readonly indentsOutside?: string;
  /** Nothing but indentation does. */
  readonly indents?: true;
  /** What makes a list a table of cases where it is neither taken as one nor given a name: what is before its bracket. */
  readonly tableAfter?: 'type' | 'comma';
}

export const dialects: Readonly<Record<SourceLanguage, Dialect>> = {
  typescript: { throws: true, isDynamic: true, quotesAlike: true, requires: true },
  python: {
    isDynamic: true,
    quotesAlike: true,
    fillsTexts: true,
    requires: true,
    bracketsAnnotate: true,
    indentsOutside: '([{',
    indents: true,
    tableAfter: 'comma',
  },
  go: { fillsTexts: true, argumentsBefore: 1, tableAfter: 'type' },
  java: { throws: true, typesComeFirst: true, fillsTexts: true, requires: true, bracketsAnnotate: true },
  csharp: {
    throws: true,
    typesComeFirst: true,
    fillsTexts: true,
    requires: true,
    bracketsAnnotate: true,
    caseMark: 0,
  },
  rust: { fillsTexts: true, bracketsAnnotate: true, caseMark: 1 },
  ruby: { quotesAlike: true, fillsTexts: true, bracketsAnnotate: true, indentsOutside: '([' },
};
