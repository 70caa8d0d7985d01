/** Where the documents of a project are: relative to its root, with `/`. Folders and files as their names say. */
export interface DocumentPaths {
  readonly specs: string;
  readonly testCases: string;
  readonly board: string;
  readonly archive: string;
  readonly context: string;
  readonly lessons: string;
  readonly governanceRules: string;
}

/** PactKit's own places (formats reference, A2 to A7). */
export const defaultDocumentPaths: DocumentPaths = {
  specs: 'docs/specs',
  testCases: 'docs/test_cases',
  board: 'docs/product/sprint_board.md',
  archive: 'docs/product/archive',
  context: 'docs/product/context.md',
  lessons: 'docs/architecture/governance/lessons.md',
  governanceRules: 'docs/architecture/governance/rules.md',
};

/** Where PactKit looks for its configuration; the first that exists counts (formats reference, A8). */
export const pactkitConfigPaths: readonly string[] = [
  '.opencode/pactkit.yaml',
  '.codex/pactkit.yaml',
  '.github/pactkit.yaml',
  '.claude/pactkit.yaml',
];

/** Where a project's own configuration is. */
export const configurationPath = '.pactwright/config.yaml';
