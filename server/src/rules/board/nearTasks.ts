import { entriesOf, type Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Span } from '../../markdown/span.js';
import { everyBlock } from '../support/place.js';

/** The start of a line that was meant as a task and is none. */
export interface NearTask {
  readonly entry: Entry;
  /** Bullet and mark. */
  readonly span: Span;
  /** The spaces behind them, too. */
  readonly lead: Span;
  /** What `lead` holds. */
  readonly written: string;
  /** Bullet and mark as they have to be. */
  readonly wanted: string;
  /** What the task says. */
  readonly text: string;
}

const taskStart = /^[ \t]*([-*+])([ \t]{0,4})\[([ \t]{0,3}[xX]?[ \t]{0,3})\]([ \t]*)(?=\S)/gmu;

/** The lines of entries that look like tasks except for spaces, such as `-[x] task`, in document order. */
export function nearTasks({ text, blocks, model }: ParsedDocument<'board'>): readonly NearTask[] {
  const found = Array.from(text.matchAll(taskStart)).flatMap((match) => {
    const [whole, bullet = '', gap = '', mark = '', behind = ''] = match;
    const end = match.index + whole.length;
    const start = end - whole.trimStart().length;
    const glued = behind === '';
    // `[x](…)` and `[x][1]` are links, `*[x]*` is emphasis, `[]string` a type.
    if (glued && (mark === '' || !/^[\p{L}\p{N}"'`~]/u.test(text.slice(end, end + 2)))) return [];
    if (gap === '' && bullet !== '-') return [];
    if (!glued && gap !== '' && mark.length < 2) return [];
    const wanted = `${bullet} [${mark.trim() === '' ? ' ' : 'x'}]`;
    const written = text.slice(start, end);
    const [line = ''] = /^[^\r\n]*/u.exec(text.slice(end)) ?? [];
    return [{ span: { start, end: end - behind.length }, lead: { start, end }, written, wanted, text: line.trimEnd() }];
  });
  // As on nearly all boards.
  if (found.length === 0) return [];
  const entries = entriesOf(model);
  const readable = everyBlock(blocks).flatMap((block): readonly Span[] => {
    if (block.kind === 'paragraph') return [block.span];
    return block.kind === 'list' ? block.items.map(({ markerSpan }) => markerSpan) : [];
  });
  return found.flatMap((near) => {
    const isIn = ({ span }: { readonly span: Span }): boolean =>
      near.span.start >= span.start && near.span.start < span.end;
    const entry = entries.find(isIn);
    return entry && readable.some((span) => isIn({ span })) ? [{ entry, ...near }] : [];
  });
}
