import { sourceComments } from '../code/comments.js';
import type { SuppressionComment } from '../documents/parsed.js';
import { anyDirective, readComment } from '../documents/suppressions.js';
import type { TextFile } from '../markdown/textFile.js';

/** The comments of a source file that begin with `pactwright-`; those of documents are read with the document. */
export function sourceSuppressions({ path, text }: Pick<TextFile, 'path' | 'text'>): readonly SuppressionComment[] {
  if (!anyDirective.test(text)) return [];
  return sourceComments(path, text).flatMap(({ span, content }) => readComment(text, span, content));
}
