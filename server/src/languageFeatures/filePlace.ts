import type { Span } from '../markdown/span.js';
import type { TextFile } from '../markdown/textFile.js';

/** A stretch of a file that something leads to. */
export interface FilePlace {
  readonly file: TextFile;
  readonly span: Span;
}
