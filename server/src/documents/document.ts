import type { Block } from '../markdown/blocks.js';
import type { LineIndex } from '../markdown/lineIndex.js';
import type { Located, Span } from '../markdown/span.js';
import type { Archive } from './archive/archive.js';
import type { Board } from './board/board.js';
import type { SessionContext } from './context/context.js';
import type { GovernanceRules } from './governanceRules/governanceRules.js';
import type { Lessons } from './lessons/lessons.js';
import type { Spec } from './spec/spec.js';
import type { TestCase } from './testCase/testCase.js';
import type { YamlDocument } from './yaml/yamlDocument.js';

/** The model each kind of document is parsed into. */
export interface Models {
  readonly spec: Spec;
  readonly testCase: TestCase;
  readonly board: Board;
  readonly archive: Archive;
  readonly context: SessionContext;
  readonly lessons: Lessons;
  readonly governanceRules: GovernanceRules;
  readonly pactkitConfig: YamlDocument;
  readonly config: YamlDocument;
}

/** Every kind of document, in the order documentation lists them. */
export const documentKinds = [
  'spec',
  'testCase',
  'board',
  'archive',
  'context',
  'lessons',
  'governanceRules',
  'pactkitConfig',
  'config',
] as const satisfies readonly (keyof Models)[];

export type DocumentKind = (typeof documentKinds)[number];

/** Something the parser could not make sense of; a rule turns it into a finding. */
export interface Problem {
  /** `syntax`: YAML or Gherkin that does not parse. `unreadable`: the file's bytes are no text. */
  readonly kind: 'syntax' | 'unreadable';
  /** What is wrong, as a sentence without a full stop. */
  readonly message: string;
  readonly span: Span;
}

/** One document, parsed once; nothing in it changes afterwards. */
export interface ParsedDocument<K extends DocumentKind = DocumentKind> {
  readonly kind: K;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  /** Top-level Markdown blocks; empty for YAML and `.feature` documents. */
  readonly blocks: readonly Block[];
  readonly model: Models[K];
  readonly problems: readonly Problem[];
  /** The item the document is about, by its file name (specs and test cases). */
  readonly item?: string;
  readonly suppressions: readonly SuppressionComment[];
}

export type AnyDocument = { [K in DocumentKind]: ParsedDocument<K> }[DocumentKind];

/** A `pactwright-disable…` comment, in whatever comment syntax the document has. */
export interface SuppressionComment {
  readonly kind: 'disable-next-line' | 'disable' | 'enable';
  /** Rule codes or names. Without any, `enable` is for all rules and the others do nothing. */
  readonly codes: readonly Located[];
  /** What is written for `pactwright-` and one of the three kinds, where it is none of them: the comment then does nothing. */
  readonly unknown?: Located;
  /** The comment stands in a line of text: it then does nothing. */
  readonly inText?: true;
  /** The whole comment. */
  readonly span: Span;
}
