import type { AnyDocument } from '../../documents/document.js';
import type { Block } from '../../markdown/blocks.js';
import { type Span, span } from '../../markdown/span.js';
import { everyBlock } from './place.js';

/** A stretch of running text: what a heading, a paragraph or a table cell says. */
export interface Prose {
  readonly span: Span;
  readonly place: 'heading' | 'paragraph' | 'cell';
  /** The document's text of `span`, unit for unit, with code spans, comments and link destinations blanked. */
  readonly text: string;
}

/** The running text of blocks in document order; fences, indented code, HTML and block quotes hold none. */
export function proseOf({ text }: Pick<AnyDocument, 'text'>, blocks: readonly Block[]): Prose[] {
  const stretch = (place: Prose['place'], part: Span): Prose => ({
    span: part,
    place,
    text: withoutCode(text.slice(part.start, part.end)),
  });
  return everyBlock(blocks).flatMap((block): Prose[] => {
    switch (block.kind) {
      case 'heading':
        return [stretch('heading', block.textSpan)];
      case 'paragraph':
        return [stretch('paragraph', block.span)];
      case 'table':
        return [block.header, ...block.rows].flatMap(({ cells }) => cells.map((cell) => stretch('cell', cell.span)));
      default:
        return [];
    }
  });
}

/** A text with blanks, unit for unit, where code spans, comments and link destinations are; line breaks stay. */
export function withoutCode(text: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of codeParts(text)) {
    if (start < from) continue;
    result += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n]/gu, ' ');
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

function codeParts(text: string): Span[] {
  const parts = [...codeSpans(text), ...comments(text)];
  for (const match of text.matchAll(/\]\([^()\s]*\)/gu))
    parts.push(span(match.index + 1, match.index + match[0].length));
  return parts.sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * The code spans of a text that holds one block's inline content, back ticks included
 * (https://spec.commonmark.org/0.31.2/#code-spans): a run of back ticks up to the next run of the same length.
 */
export function codeSpans(text: string): Span[] {
  const runs = Array.from(text.matchAll(/`+/gu), ({ 0: ticks, index }) => ({
    start: index,
    ticks: ticks.length,
    escaped: isEscaped(text, index),
  }));
  if (runs.length < 2) return [];
  const byLength = new Map<number, number[]>();
  runs.forEach(({ ticks }, index) => {
    const list = byLength.get(ticks);
    if (list) list.push(index);
    else byLength.set(ticks, [index]);
  });
  const next = new Map<number, number>();
  const spans: Span[] = [];
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (!run) break;
    // A back slash takes the first back tick away from a run that opens, not from one that closes.
    const opening = run.start + (run.escaped ? 1 : 0);
    const length = run.start + run.ticks - opening;
    const candidates = byLength.get(length) ?? [];
    let pointer = next.get(length) ?? 0;
    while (pointer < candidates.length && (candidates[pointer] ?? 0) <= at) pointer++;
    next.set(length, pointer);
    const closing = candidates[pointer];
    const last = closing === undefined ? undefined : runs[closing];
    if (length === 0 || closing === undefined || !last) continue;
    spans.push(span(opening, last.start + length));
    at = closing;
  }
  return spans;
}

function isEscaped(text: string, offset: number): boolean {
  let at = offset;
  while (text.charAt(at - 1) === '\\') at--;
  return (offset - at) % 2 === 1;
}

function comments(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf('<!--'); at >= 0;) {
    const close = text.indexOf('-->', at + 4);
    if (close < 0) break;
    found.push(span(at, close + 3));
    at = text.indexOf('<!--', close + 3);
  }
  return found;
}
