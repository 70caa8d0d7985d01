import type { SourceLanguage } from '../sourceFile.js';

/** What differs between languages where tests are compared token by token. */
interface Dialect {
  /** `throw` makes a test fail. */
  readonly throws?: true;
  /** A type is before the name of what is declared: `void adds() {`. */
  readonly typesComeFirst?: true;
  /** Anything can be replaced while the program runs, and imports name what they import. */
  readonly isDynamic?: true;
  /** `'a'` is the same as `"a"`. */
  readonly quotesAlike?: true;
  /** Strings can contain expressions: `f"{x}"`, `$"{x}"`, `"#{x}"`. */
  readonly fillsTexts?: true;
  /** `require(…)` imports. */
  readonly requires?: true;
  /** Brackets before a declaration annotate it: `[Test]`, `#[test]`. */
  readonly bracketsAnnotate?: true;
  /** Brackets before a test may be a case of it: how many tokens are before the bracket. */
  readonly caseMark?: 0 | 1;
  /** How many arguments come before what an assertion looks at: `require.Equal(t, …)`. */
  readonly argumentsBefore?: 1;
  /** Indentation says what belongs to what, except inside these brackets. */
  readonly indentsOutside?: string;
  /** Nothing but indentation does. */
  readonly indents?: true;
  /** What is before the bracket of a list that is a table of cases, though it is not passed on as one and has no name. */
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
