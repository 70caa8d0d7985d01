import { memoFor } from '../base/memo.js';
import { none } from '../base/same.js';
import { sourceComments } from '../code/comments.js';
import type { SourceFile } from '../code/sourceFile.js';
import type { SuppressionComment } from '../documents/parsed.js';
import { anyDirective, readComment } from '../documents/suppressions.js';
import type { TextFile } from '../markdown/textFile.js';

/** The comments of a source file that begin with `pactwright-`, read once; those of documents are read with the document. */
export const sourceSuppressions: (
  file: Pick<TextFile, 'path' | 'text'> & Pick<SourceFile, 'isPlain'>,
) => readonly SuppressionComment[] = memoFor((file) => {
  if (file.isPlain || !anyDirective.test(file.text)) return none;
  const { path, text } = file;
  return sourceComments(path, text).flatMap(({ span, content }) => readComment(text, span, content));
});
