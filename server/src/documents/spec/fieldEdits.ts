import type { Table } from '../../markdown/blocks.js';
import { type Span, span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { textWidth } from '../../base/textWidth.js';
import type { ParsedDocument } from '../document.js';
import { metadataRow } from './specStatus.js';

/**
 * Sets a field of a spec's metadata. Nothing but its cell changes; spaces around it stay, and where the table is written so that
 * its pipes are below each other, they still do if there is room.
 *
 * @param newText ASCII, without pipes.
 * @returns undefined if the metadata has no such row.
 */
export function setField({ text, model }: ParsedDocument<'spec'>, key: string, newText: string): TextEdit | undefined {
  const row = metadataRow(model.metadata, key);
  if (!row || !model.metadata) return undefined;
  const { start, end } = row.value.span;
  const whole = text.slice(end, row.span.end);
  const blanks = /^[ \t]*/.exec(whole)?.[0] ?? '';
  // Only a pipe ends a cell; without one, the spaces are no part of it.
  const hasPipe = blanks.length < whole.length;
  const isEmpty = start === end;
  const before = isEmpty && text.charAt(start - 1) === '|' ? ' ' : '';
  const room = textWidth(text.slice(start, end)) + blanks.length - textWidth(newText);
  const kept = isEmpty && blanks === '' ? ' ' : blanks;
  const padding = isAligned(text, model.metadata.table) ? ' '.repeat(Math.max(kept === '' ? 0 : 1, room)) : kept;
  return hasPipe && padding !== blanks
    ? { span: span(start, end + blanks.length), newText: before + newText + padding }
    : { span: span(start, end), newText: before + newText };
}

/** Whether all rows are equally wide. */
function isAligned(text: string, { header, delimiterSpan, rows }: Table): boolean {
  const width = ({ start, end }: Span): number => textWidth(text.slice(start, end));
  const first = width(header.span);
  return [delimiterSpan, ...rows.map((row) => row.span)].every((one) => width(one) === first);
}
