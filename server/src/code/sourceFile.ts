import type { LineIndex } from '../markdown/lineIndex.js';
import type { Located, Span } from '../markdown/span.js';

/** The languages whose tests are found; `typescript` is JavaScript, too. */
export type SourceLanguage = 'typescript' | 'python' | 'go' | 'java' | 'csharp' | 'rust' | 'ruby';

/** A file of source code, read for its tests and notes only; nothing in it changes afterwards. */
export interface SourceFile {
  /** Relative to the project root, with `/`. */
  readonly path: string;
  /** Undefined if only deferrals are looked for: in a file of another language. */
  readonly language?: SourceLanguage;
  readonly text: string;
  readonly lines: LineIndex;
  /** Whether the file is a test file by its language's conventions (name, folder, or tests in it for Rust). */
  readonly isTest: boolean;
  /** In document order. */
  readonly tests: readonly TestFunction[];
  /**
   * What a test file says of itself as a whole: comments and docstrings before its first code, `pytestmark`. Comments right
   * above a first test or suite are labels of that one.
   */
  readonly labels: readonly Located[];
  /** `DEFERRED(SHOULD): R2` in comments. */
  readonly deferrals: readonly Deferral[];
  /** None of its comments heads a part of it or ignores findings, so that nothing but this is asked of its text. */
  readonly isPlain?: boolean;
  /** What its tests name whatever items there are, where that is known; undefined for those that may name others. */
  readonly named?: readonly SettledMentions[];
}

/** A group of tests: `describe`, a test class, a Go parent test, a Rust module, an RSpec context. */
export interface TestSuite {
  readonly name: Located;
  /** Docstring, comments right above, tags and annotations, with their text as written. */
  readonly labels: readonly Located[];
}

export interface TestFunction {
  /**
   * The title or the function's name that the test's own runner shows, as it is in the text: without quotes, but with escapes,
   * and as an expression where it is none of the two. A function's name that a title replaces is one of the labels.
   */
  readonly name: Located;
  /** From outermost to innermost. */
  readonly suites: readonly TestSuite[];
  /**
   * Docstring, comments right above and at the start of the body, tags and annotations: as they are in the text, with
   * delimiters.
   */
  readonly labels: readonly Located[];
  /** The whole call or function, from its first label on where that is above it. */
  readonly span: Span;
  /** Whether the test is there but not run: `it.skip`, `@Disabled`, `#[ignore]`, `@pytest.mark.skip`. */
  readonly skipped: boolean;
}

/** What a test says it is a test of. */
export interface TestMention {
  readonly item: string;
  /** Requirements, criteria and scenarios of that item (`R1`, `AC2`, `TC-3`), with their places in the source file. */
  readonly ids: readonly Located[];
  /** Where the item is named; the start of the file where only the file's name does. */
  readonly span: Span;
}

/** Undefined if it depends on which items there are. */
export type SettledMentions = readonly TestMention[] | undefined;

/** A requirement that was put off on purpose: `DEFERRED(SHOULD): R2 reason`. */
export interface Deferral {
  readonly level: 'SHOULD' | 'MAY';
  /** What is behind the colon, to the end of the line. */
  readonly text: Located;
  readonly span: Span;
}
