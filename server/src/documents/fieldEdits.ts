import type { Table } from '../markdown/blocks.js';
import { type Span, span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import { textWidth } from '../markdown/textWidth.js';
import type { ParsedDocument } from './document.js';
import { metadataRow } from './specStatus.js';

/**
 * Sets a field of a spec's metadata. Nothing but its cell changes; blanks around it stay, and where the table is written so that
 * its pipes stand below each other, they still do if there is room.
 *
 * @param newText ASCII, without pipes.
 * @returns undefined where the metadata has no such row.
 */
export function setField({ text, model }: ParsedDocument<'spec'>, key: string, newText: string): TextEdit | undefined {
  const row = metadataRow(model.metadata, key);
  if (!row || !model.metadata) return undefined;
  const { start, end } = row.value.span;
  const rest = text.slice(end, row.span.end);
  const blanks = /^[ \t]*/.exec(rest)?.[0] ?? '';
  if (blanks.length === rest.length) return { span: span(start, end), newText: before(text, start) + newText };
  const room = textWidth(text.slice(start, end)) + blanks.length - textWidth(newText);
  const padding = isAligned(text, model.metadata.table) ? ' '.repeat(Math.max(1, room)) : blanks === '' ? ' ' : blanks;
  return padding === blanks
    ? { span: span(start, end), newText: before(text, start) + newText }
    : { span: span(start, end + blanks.length), newText: before(text, start) + newText + padding };
}

/** A cell without anything in it has no blank behind its pipe. */
function before(text: string, start: number): string {
  return text.charAt(start - 1) === '|' ? ' ' : '';
}

/** Whether all rows are equally wide. */
function isAligned(text: string, { header, delimiterSpan, rows }: Table): boolean {
  const width = ({ start, end }: Span): number => textWidth(text.slice(start, end));
  const first = width(header.span);
  return [delimiterSpan, ...rows.map((row) => row.span)].every((one) => width(one) === first);
}
