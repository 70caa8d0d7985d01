import { canAppend } from '../../markdown/append.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { withLineBreaks } from '../board/boardEdits.js';
import type { ParsedDocument } from '../document.js';

/** The file name of a month's archive: `archive_202603.md`. The day is that of the clock on the wall, as PactKit has it. */
export function archiveName(now: number): string {
  const date = new Date(now);
  return `archive_${date.getFullYear()}${String(date.getMonth() + 1).padStart(2, '0')}.md`;
}

/** The text of a new archive. @param entries their texts, without the line break at the end. */
export function newArchive(entries: readonly string[], lineBreak: string): string {
  return entries.map((entry) => `${withLineBreaks(entry, lineBreak)}${lineBreak}`).join(lineBreak);
}

/**
 * Adds entries at the end of an archive; what is there stays byte for byte.
 *
 * @param entries their texts, without the line break at the end.
 * @returns undefined if it ends in a code block or HTML that is never closed.
 */
export function appendToArchive(archive: ParsedDocument<'archive'>, entries: readonly string[]): TextEdit | undefined {
  const { text } = archive;
  if (!canAppend(archive)) return undefined;
  const br = lineBreakOf(text);
  const end = span(text.length, text.length);
  // One line break ends the last line, a second makes the space one.
  const trailing = /(?:\r\n|\r|\n){0,2}$/u.exec(text.slice(-4))?.[0] ?? '';
  const breaks = text.trim() === '' ? 2 : (trailing.match(/\r\n|\r|\n/gu)?.length ?? 0);
  return { span: end, newText: br.repeat(2 - breaks) + newArchive(entries, br) };
}
