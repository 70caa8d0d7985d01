import type { Block } from '../../markdown/blocks.js';
import type { SessionContext } from './context.js';
import type { Problem } from '../parsed.js';
import { locate } from '../located.js';
import { textLines, trimmedSpan } from '../textLines.js';

/**
 * Reads a session context (formats reference, A5) from its blocks. Never throws; what it lacks is absent from the model.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 */
export function parseContext(
  text: string,
  blocks: readonly Block[],
): { readonly context: SessionContext; readonly problems: readonly Problem[] } {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const title = headings.find((heading) => heading.level === 1);
  const updated = findUpdated(text, blocks);
  const context: SessionContext = {
    sections: headings.filter((heading) => heading.level === 2),
    ...(title ? { title } : {}),
    ...(updated ? { updated } : {}),
  };
  return { context, problems: [] };
}

function findUpdated(text: string, blocks: readonly Block[]): SessionContext['updated'] {
  for (const block of blocks) {
    if (block.kind !== 'blockQuote') continue;
    for (const line of textLines(text, block.span)) {
      const value = text.slice(line.start, line.end);
      const label = /^[ \t]*>[ \t]*Last updated:/i.exec(value)?.[0];
      if (label === undefined) continue;
      const by = value.indexOf(' by ', label.length);
      const at = trimmedSpan(text, {
        start: line.start + label.length,
        end: by < 0 ? line.end : line.start + by,
      });
      const author = trimmedSpan(text, { start: by < 0 ? line.end : line.start + by + ' by '.length, end: line.end });
      return {
        span: trimmedSpan(text, line),
        at: locate(text, at),
        ...(author.end > author.start ? { by: locate(text, author) } : {}),
      };
    }
  }
  return undefined;
}
