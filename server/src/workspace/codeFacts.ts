import type { SourceFile } from '../code/sourceFile.js';

/** What is known of a project's source code, at one moment. */
export interface CodeFacts {
  /** The files that have tests or deferrals, in path order. The same object for as long as the file's text is the same. */
  readonly sources: readonly SourceFile[];
  /** All files that were seen, in path order, relative to the project root, with `/`; at most as many as are worth offering. */
  readonly paths: readonly string[];
  /** Whether all code was seen; not where a folder or file cannot be read, or where there is too much: then a test may be in there. */
  readonly isWhole: boolean;
  /**
   * Whether a file or folder is there. The same function for as long as no file comes or goes, so that what was asked of it
   * need not be asked again.
   *
   * @param path relative to the project root, with `/`; what is outside the root or in a folder that is not searched
   *   (dependencies, build output) or cannot be counts as there.
   */
  readonly exists: (path: string) => boolean;
  /** What keeps a path in the project from being seen, so that it counts as there; undefined if it was looked for. */
  readonly unseen: (path: string) => UnseenFolder | undefined;
}

/** A folder that is not searched or cannot be, or a file that is left out. */
export interface UnseenFolder {
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly isLink: boolean;
}
