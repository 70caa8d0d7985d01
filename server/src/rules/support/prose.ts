import type { AnyDocument } from '../../documents/document.js';
import type { Block } from '../../markdown/blocks.js';
import { codeSpans, inlineComments } from '../../markdown/codeSpans.js';
import { type Span, span } from '../../markdown/span.js';
import { everyBlock } from './place.js';

/** A stretch of running text: what a heading, a paragraph or a table cell says. */
export interface Prose {
  readonly span: Span;
  /** The document's text of `span`, unit for unit, with code spans, comments and link destinations blanked. */
  readonly text: string;
}

/**
 * The running text of blocks in document order; fences, indented code, HTML and block quotes hold none.
 *
 * @param sieve for rules that look for rare words: a cheap pattern without `g`: stretches it does not match are left out before anything is done with them.
 */
export function proseOf({ text }: Pick<AnyDocument, 'text'>, blocks: readonly Block[], sieve?: RegExp): Prose[] {
  const stretch = (part: Span): readonly Prose[] => {
    const raw = text.slice(part.start, part.end);
    return (sieve?.test(raw) ?? true) ? [{ span: part, text: withoutCode(raw) }] : [];
  };
  return everyBlock(blocks).flatMap((block): readonly Prose[] => {
    switch (block.kind) {
      case 'heading':
        return stretch(block.textSpan);
      case 'paragraph':
        return stretch(block.span);
      case 'table':
        return [block.header, ...block.rows].flatMap(({ cells }) => cells.flatMap((cell) => stretch(cell.span)));
      default:
        return [];
    }
  });
}

/** A text with spaces, unit for unit, where code spans, comments and link destinations are; line breaks stay. */
export function withoutCode(text: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of codeParts(text)) {
    if (start < from) continue;
    result += text.slice(from, start) + blanked(text.slice(start, end));
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

function blanked(part: string): string {
  return /[\r\n]/u.test(part) ? part.replace(/[^\r\n]/gu, ' ') : ' '.repeat(part.length);
}

function codeParts(text: string): Span[] {
  const whole = span(0, text.length);
  const links = Array.from(text.matchAll(/\]\([^()\s]*\)/gu), ({ 0: link, index }) =>
    span(index + 2, index + link.length - 1),
  );
  const code = text.includes('`') ? codeSpans(text, whole) : [];
  const comments = text.includes('<!--') ? inlineComments(text, whole) : [];
  return [...code, ...comments, ...links].sort((a, b) => a.start - b.start || b.end - a.end);
}
