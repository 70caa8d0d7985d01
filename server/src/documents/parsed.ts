import type { Block } from '../markdown/blocks.js';
import type { LineIndex } from '../markdown/lineIndex.js';
import type { Located, Span } from '../markdown/span.js';

/** Something the parser could not make sense of; a rule turns it into a finding. */
export interface Problem {
  /** `syntax`: YAML or Gherkin that does not parse. `unreadable`: the file's bytes are no text. */
  readonly kind: 'syntax' | 'unreadable';
  /** What is wrong, as a sentence without a full stop. */
  readonly message: string;
  readonly span: Span;
}

/** One document, parsed once; nothing in it changes afterwards. */
export interface DocumentWith<Model, Kind extends string = string, Facts = unknown> {
  readonly kind: Kind;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  /** Top-level Markdown blocks; empty for YAML and `.feature` documents. */
  readonly blocks: readonly Block[];
  readonly model: Model;
  /** What other documents may ask of it. */
  readonly facts: Facts;
  readonly problems: readonly Problem[];
  /** The item the document is about, by its file name (specs and test cases). */
  readonly item?: string;
  readonly suppressions: readonly SuppressionComment[];
}

/** A `pactwright-disable…` comment, in whatever comment syntax the document has. */
export interface SuppressionComment {
  readonly kind: 'disable-next-line' | 'disable' | 'enable';
  /** Rule codes or names. Without any, `enable` is for all rules and the others do nothing. */
  readonly codes: readonly Located[];
  /** What is written for `pactwright-` and one of the three kinds, where it is none of them: the comment then does nothing. */
  readonly unknown?: Located;
  /** The comment is in a line of text: it then does nothing. */
  readonly inText?: true;
  /** The whole comment. */
  readonly span: Span;
}
