import { lineCommentOf, linesAround } from '../../code/comments.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { createLineIndex } from '../../markdown/lineIndex.js';
import type { TextFile } from '../../markdown/textFile.js';
import { applyEdits, type TextEdit } from '../../markdown/textEdit.js';
import type { Finding } from '../../rules/finding.js';
import { sourceSuppressions } from '../../rules/sourceSuppressions.js';
import { applySuppressions } from '../../rules/suppression.js';
import { suppressionWords } from './ignoreFinding.js';

/**
 * The comment that ignores a finding in source code, in the language's own syntax: on the line above it, or around the string or
 * comment of several lines that it is in.
 *
 * @param reason may be empty.
 * @returns undefined if no place for a comment was found.
 */
export function ignoreInSource(
  file: TextFile,
  { code, range }: Pick<Finding, 'code' | 'range'>,
  reason = '',
): readonly TextEdit[] | undefined {
  const { path, text, lines } = file;
  const at = lines.offsetAt(range.start);
  const comment = (offset: number, kind: string, because = ''): TextEdit => {
    const lineStart = lines.lineStart(lines.positionAt(offset).line);
    const indentation = /^[ \t]*/u.exec(text.slice(lineStart))?.[0] ?? '';
    const newText = `${indentation}${lineCommentOf(path)} pactwright-${kind} ${code}${because}${lineBreakOf(text)}`;
    return { span: { start: lineStart, end: lineStart }, newText };
  };
  const because = suppressionWords(reason);
  const around = linesAround(path, text, at);
  const below = around && lines.lineStart(lines.positionAt(around.end).line + 1);
  const edits =
    around === undefined || below === undefined
      ? [comment(at, 'disable-next-line', because)]
      : [
          comment(around.start, 'disable', because),
          { ...comment(around.start, 'enable'), span: { start: below, end: below } },
        ];
  return isIgnored(file, edits, code, at) ? edits : undefined;
}

/** Reads the file with the comments in it: they have to be comments there, and cover the finding. */
function isIgnored({ path, text }: TextFile, edits: readonly TextEdit[], code: string, at: number): boolean {
  const after = applyEdits(text, edits);
  const moved = edits.reduce((sum, { span, newText }) => (span.start <= at ? sum + newText.length : sum), at);
  const suppressions = sourceSuppressions({ path, text: after });
  const names = { codeOf: (word: string): string => word, hasNotRun: () => false };
  const commented = { text: after, lines: createLineIndex(after), suppressions };
  const { shown } = applySuppressions(commented, [{ code, span: { start: moved, end: moved } }], names);
  return shown.length === 0 && suppressions.length === sourceSuppressions({ path, text }).length + edits.length;
}
