import type { SourceLanguage } from './sourceFile.js';

/** What code for all languages has to know about each one. */
export interface LanguageFacts {
  /** What begins a comment that ends with its line. */
  readonly lineComment: '#' | '//';
  /** Tests are beside the code that they test, in any file that contains all of these. Undefined: only in test files. */
  readonly testsBeside?: readonly string[];
  /** How an import names files: one by its path, one by names with dots between them, or all of a folder. */
  readonly imports: 'path' | 'dotted' | 'folder';
  /** Names that a file sees without an import: those in its folder, and those that are unique in the project. */
  readonly sees: readonly ('folder' | 'project')[];
  /** The methods of a type may be in any file of its folder. */
  readonly spreadsTypes?: true;
  /** A method is called by its name alone within its class. */
  readonly leavesOutThis?: true;
  /** What a runner calls a test: the title it is given, which has its own escapes, or the name of its function. */
  readonly titles: 'given' | 'givenOrName' | 'name';
}

export const languageFacts: Readonly<Record<SourceLanguage, LanguageFacts>> = {
  typescript: { lineComment: '//', imports: 'path', sees: [], titles: 'given' },
  python: { lineComment: '#', imports: 'dotted', sees: [], titles: 'name' },
  go: { lineComment: '//', imports: 'folder', sees: ['folder'], spreadsTypes: true, titles: 'givenOrName' },
  java: { lineComment: '//', imports: 'path', sees: ['folder', 'project'], leavesOutThis: true, titles: 'name' },
  csharp: { lineComment: '//', imports: 'path', sees: ['project'], leavesOutThis: true, titles: 'name' },
  rust: { lineComment: '//', testsBeside: ['#[', 'test'], imports: 'path', sees: [], titles: 'name' },
  ruby: { lineComment: '#', imports: 'path', sees: ['project'], leavesOutThis: true, titles: 'name' },
};
