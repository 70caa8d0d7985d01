import type { LineIndex } from './lineIndex.js';

/** A text with its place: what a finding can be in. Documents are such files, and so is source code. */
export interface TextFile {
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
}
