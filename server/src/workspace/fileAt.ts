import type { TextFile } from '../markdown/textFile.js';
import type { Project } from './project.js';

/** A file of a project of which somebody has read the text: a document, or a source file. */
export function fileAt({ documents, code }: Project, path: string): TextFile | undefined {
  return documents.find((document) => document.path === path) ?? code?.sources.find((source) => source.path === path);
}
