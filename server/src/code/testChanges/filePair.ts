import type { SourceFile } from '../sourceFile.js';

/** A file before and after; undefined if there is none. */
export interface FilePair {
  readonly before?: SourceFile;
  readonly after?: SourceFile;
}
