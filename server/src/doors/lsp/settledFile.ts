import type { AnyDocument } from '../../documents/document.js';
import type { TextFile } from '../../markdown/textFile.js';
import type { Finding } from '../../rules/finding.js';
import type { TracedProject } from './tracedProject.js';

/** A file with findings: a document, or a source file as it is on disk. */
export interface SettledFile extends TracedProject {
  readonly document: TextFile;
  readonly findings: readonly Finding[];
}

export interface SettledDocument extends SettledFile {
  readonly document: AnyDocument;
  /** The editor's version that `document` was made of; null if the document is not open. */
  readonly version: number | null;
}

export function isDocument(file: TextFile): file is AnyDocument {
  return 'kind' in file;
}

export function isSettledDocument(settled: SettledFile): settled is SettledDocument {
  return isDocument(settled.document);
}
