/** A test that is to be written. */
export interface NewTest {
  /** Its function's name: `story_042_ac1_keeps_the_cart`, letters, digits and underscores. */
  readonly identifier: string;
  /** What it is called where a test has a title: `STORY-042/AC1 keeps the cart`; one line. */
  readonly title: string;
  /** What it has to show, a line each; these become comments. */
  readonly steps: readonly string[];
}

/** A test file that is to be written. */
export interface NewTestFile {
  /** `STORY-042`. */
  readonly item: string;
  /** The name of a class that holds the tests: `Story042`. */
  readonly className: string;
  readonly tests: readonly NewTest[];
}

/** Why the tests do not run yet, and fail where somebody only lets them run. */
export const notWritten = 'not written yet';

/** A text in quotes, as most languages escape it. @param quote the quotation mark, `'` or `"`. */
export function quoted(text: string, quote: string): string {
  const escaped = text.replace(/[\\'"]/gu, (mark) => (mark === '\\' || mark === quote ? `\\${mark}` : mark));
  return `${quote}${escaped}${quote}`;
}

/** What a test has to show, as comments. @param mark what begins a comment. */
export function comments({ steps }: NewTest, mark: '//' | '#'): readonly string[] {
  return steps.map((step) => `${mark} ${step}`);
}

/** Lines that are indented, blank ones apart. */
export function indented(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => (line === '' ? line : by + line));
}

/** Blocks of lines with a blank line between them. */
export function apart(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}
