/** What a test file asks of the product, for a program that asks the same. */
export interface AskedOutside {
  /** As they are written, with nothing but literals. */
  readonly calls: readonly string[];
  /** The names that they use: from which file, relative to the test's, and what they are called there; the file as a whole without. */
  readonly sources: readonly { readonly local: string; readonly from: string; readonly name?: string }[];
  /** The same as statements, where a program can say it so. */
  readonly imports: readonly string[];
  /** Around what a test says that fails. */
  readonly mark: string;
}

/** So much of a value is said: what is kept of a message is longer. */
export const mostOfValue = 300;
