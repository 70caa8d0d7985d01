import { lineBreakOf, linesWithBlanksBelow } from '../../markdown/lines.js';
import { type Span, span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { EntryDocument } from './entryExtent.js';

/**
 * Takes whole lines out, with the space ones below them. What was around them stays apart, and the last line break of the file
 * stays that of the file.
 *
 * @param part from the start of a line to the end of one.
 */
export function removeLines(document: EntryDocument, part: Span): TextEdit {
  const { text, lines } = document;
  const whole = linesWithBlanksBelow(text, part);
  const { line } = lines.positionAt(part.start);
  // The blank lines above it would be left at the end of the file.
  if (whole.end === text.length) return { span: span(endAbove(document, line), part.end), newText: '' };
  // The lines around it must not become one paragraph or heading.
  return { span: whole, newText: isBlankLine(document, line - 1) ? '' : lineBreakOf(text) };
}

/** Whether nothing is in the line; so it is above the first and below the last one. */
export function isBlankLine({ text, lines }: EntryDocument, line: number): boolean {
  return line < 0 || text.slice(lines.lineStart(line), lines.lineStart(line + 1)).trim() === '';
}

/** The end of the last line above that is not blank, its line break left out; the start of the text if there is none. */
function endAbove(document: EntryDocument, line: number): number {
  const { text, lines } = document;
  let below = line;
  while (below > 0 && isBlankLine(document, below - 1)) below--;
  let end = lines.lineStart(below);
  if (below === 0) return end;
  if (text.charAt(end - 1) === '\n') end--;
  if (text.charAt(end - 1) === '\r') end--;
  return end;
}
